/**
 * An endpoint is a declaration: the server binds it, the console's client is typed from it, the OpenAPI document is
 * made of it.
 */
import type { z } from 'zod';
import type { Access } from './access.ts';
import type { AuditAction, AuditResourceType } from './audit.ts';
import type { ProblemStatus } from './problem.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Who may call. There is no default. `public`: anybody, no token looked at. */
export type EndpointAccess = 'public' | Access;

/**
 * What the audit log says of a changing call. `onFailure` is the action recorded when it is refused,
 * where that differs (LOGIN_ERROR). `later`: the event of its success is left to a later call, and why. `none` needs
 * its reason.
 */
export type AuditRule =
  | { action: AuditAction; resource: AuditResourceType; onFailure?: AuditAction; later?: string }
  | { none: string };

/** A form that a page of somebody else posts, as identity providers do. */
export const POSTED_FORM = 'application/x-www-form-urlencoded';

export type Endpoint = {
  method: Method;
  /** The whole path, literally as the specification writes it, parameters as `{name}`. */
  path: string;
  summary: string;
  access: EndpointAccess;
  /** Required for every method but GET. A GET that has one changes something: it runs in a transaction. */
  audit?: AuditRule;
  params?: z.ZodObject;
  query?: z.ZodObject;
  /** Headers of its own, by their names in lower case. All others are nobody's affair. */
  headers?: z.ZodObject;
  body?: z.ZodType;
  /** The one success code; another one only where the specification has one address make and save. */
  success: 200 | 201 | 204;
  alsoSuccess?: 200;
  /** Body of the success answer; what it does not list cannot leave the server. Absent for 204. */
  response?: z.ZodType;
  /** The answer is not JSON but a file, streamed: the handler returns its name, and its text or octets in pieces. */
  produces?: 'text/csv' | 'application/jsonl' | 'application/octet-stream';
  /** The answer is not JSON but octets of one of these kinds: the handler returns them whole. */
  octets?: readonly OctetType[];
  /** Caches may keep the octets, and ask again whether they are still the same ones. */
  caches?: true;
  /** The answer is not JSON but a page that posts a form to another server: the handler returns both. */
  posts?: true;
  /** The body is not JSON but octets of this kind, at most so many bytes; the handler gets them as they came. */
  takes?: { type: 'application/ocsp-request' | typeof POSTED_FORM; most: number };
  /**
   * A browser that comes here by an address of its own is led back to the console: by `return_url` of the answer, or to
   * the page that says what went wrong: of certificates, of SAML (a sign-in, or a
   * sign-out), or the login page. Programs are answered as
   * everywhere.
   */
  leads?: 'certificate error' | 'saml error' | 'saml logout error' | 'login';
  /**
   * It answers under whatever name leads here: its address was written down elsewhere, for years, and it says nothing
   * that not everybody may know.
   */
  anyHost?: true;
  /** Statuses this endpoint answers beside the ordinary ones, for the document. */
  problems?: readonly ProblemStatus[];
  /** How large a body may be, and how many values it may hold, where a list is longer than any other request. */
  bodyMax?: { bytes: number; values: number };
  /** Requests per minute and address, counted in the database; for what a guesser would try. */
  perMinute?: number;
  /**
   * It asks servers elsewhere, which may take seconds and holds no connection to the database, does all with one
   * statement, or only reads: its handler does that without a transaction, and answers what is left to do in one. One
   * of which the audit log keeps nothing may answer its result where nothing is left.
   */
  asks?: true;
  /**
   * A dangerous act: who has signed in, or proved themselves, too long ago is asked again (REAUTHENTICATION_REQUIRED).
   * Programs have nobody to ask. `where`: only when the body has that field.
   */
  reauthenticate?: true | { where: string };
  /**
   * It checks or makes a password hash, or a key, which takes long: it waits for its turn before it takes a connection;
   * `where`: only when the body has that field.
   */
  hashes?: true | { where: string };
};

/**
 * Certificates (RFC 2585 and 7468), lists of revoked ones (RFC 2585), answers on their status (RFC 6960), SAML
 * metadata, and calendars (RFC 5545).
 */
export type OctetType =
  | 'application/pkix-cert'
  | 'application/pkix-crl'
  | 'application/ocsp-response'
  | 'application/samlmetadata+xml'
  | 'text/calendar; charset=utf-8'
  | 'application/x-pem-file';

type NonGet = { method: Exclude<Method, 'GET'>; audit: AuditRule } | { method: 'GET' };

/** Declares an endpoint; a changing one without `audit` does not compile. */
export function endpoint<const E extends Endpoint & NonGet>(declaration: E): E {
  return declaration;
}

export type ParamsOf<E extends Endpoint> = E extends { params: infer S extends z.ZodType }
  ? z.output<S>
  : Record<never, never>;
export type QueryOf<E extends Endpoint> = E extends { query: infer S extends z.ZodType }
  ? z.output<S>
  : Record<never, never>;
export type QueryInputOf<E extends Endpoint> = E extends { query: infer S extends z.ZodType }
  ? z.input<S>
  : Record<never, never>;
export type HeadersOf<E extends Endpoint> = E extends { headers: infer S extends z.ZodType }
  ? z.output<S>
  : Record<never, never>;
export type HeadersInputOf<E extends Endpoint> = E extends { headers: infer S extends z.ZodType }
  ? z.input<S>
  : Record<never, never>;
export type BodyOf<E extends Endpoint> = E extends { takes: object }
  ? Uint8Array
  : E extends { body: infer S extends z.ZodType }
    ? z.output<S>
    : undefined;
export type BodyInputOf<E extends Endpoint> = E extends { body: infer S extends z.ZodType } ? z.input<S> : undefined;
/** A file on its way to the client. */
export type FileAnswer = { fileName: string; pieces: AsyncIterable<string | Uint8Array> };
/**
 * For how long caches may keep an answer: since when it is good, until when, and how soon they should ask again. `own`:
 * it is for one person, and no cache that several share keeps it.
 */
export type Freshness = { since: Date; until: Date; seconds: number; own?: true };
/**
 * Octets on their way to the client: to be kept under a name where `fileName` says so. Without `fresh` nobody keeps
 * them.
 */
export type OctetsAnswer = { type: OctetType; octets: Uint8Array; fileName?: string; fresh?: Freshness };
/** Where a page posts a form to, and what is in it. */
export type FormAnswer = { to: string; fields: Record<string, string> };
/** What the handler returns and the console receives. */
export type ResponseOf<E extends Endpoint> = E extends { produces: string }
  ? FileAnswer
  : E extends { posts: true }
    ? FormAnswer
    : E extends { octets: readonly OctetType[] }
      ? E extends { caches: true }
        ? OctetsAnswer
        : OctetsAnswer & { fresh?: never }
      : E extends { response: infer S extends z.ZodType }
        ? z.output<S>
        : void;
