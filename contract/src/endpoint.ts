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
  /** The one success code. */
  success: 200 | 201 | 204;
  /** Body of the success answer; what it does not list cannot leave the server. Absent for 204. */
  response?: z.ZodType;
  /** The answer is not JSON but a file, streamed: the handler returns its name and its text in pieces. */
  produces?: 'text/csv';
  /** Statuses this endpoint answers beside the ordinary ones, for the document. */
  problems?: readonly ProblemStatus[];
  /** Requests per minute and address, counted in the database; for what a guesser would try. */
  perMinute?: number;
  /** It checks or makes a password hash, which takes long: it waits for its turn before it takes a connection. */
  hashes?: true;
};

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
export type BodyOf<E extends Endpoint> = E extends { body: infer S extends z.ZodType } ? z.output<S> : undefined;
export type BodyInputOf<E extends Endpoint> = E extends { body: infer S extends z.ZodType } ? z.input<S> : undefined;
/** A file on its way to the client. */
export type FileAnswer = { fileName: string; pieces: AsyncIterable<string> };
/** What the handler returns and the console receives. */
export type ResponseOf<E extends Endpoint> = E extends { produces: string }
  ? FileAnswer
  : E extends { response: infer S extends z.ZodType }
    ? z.output<S>
    : void;
