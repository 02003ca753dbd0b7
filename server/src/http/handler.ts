import type { BodyOf, Endpoint, HeadersOf, ParamsOf, QueryOf, ResponseOf } from '@signet/contract/endpoint';
import type { AuditAction, AuditNote, AuditResourceType, AuditResult } from '@signet/contract/audit';
import type { ProblemStatus } from '@signet/contract/problem';
import type { Credential, Scope, SessionViewer, Viewer } from '@signet/contract/viewer';
import type { Db } from '../db/open.ts';
import type { Runtime } from '../runtime.ts';
import type { Presented } from '../sign-in/certificates/presented.ts';

/** Where a request came from. */
export type Origin = { ip: string; userAgent: string; correlationId: string };

/** The cookie by which a browser is known again; `set` gives it a new value with the answer. */
export type DeviceCookie = { readonly value: string | undefined; set: (value: string) => void };

/** What one change was, for the audit log; the frame adds who, from where and the result. */
export type AuditDetail = {
  resource_id: string | null;
  resource_name?: string | null;
  account_id?: string | null;
  before?: unknown;
  after?: unknown;
  /** What happened in a word, or the status of the problem. */
  message?: AuditNote | ProblemStatus;
  /** Where the resource is another one than the endpoint declares, such as a sign-in by another method. */
  resource?: AuditResourceType;
  /** By what the actor was known where the call has no viewer yet. */
  via?: Credential;
  /** The person acting where the call has no viewer yet: the one who signs in. */
  actor?: { id: string; name: string; scope: Scope };
  /** An event of another kind than the endpoint declares, such as a reused refresh token. */
  as?: { action: AuditAction; resource: AuditResourceType; result: AuditResult };
};

/** The other success code; of one that declares none there is none to answer with. */
type AlsoSuccessOf<E extends Endpoint> = E extends { alsoSuccess: infer Code } ? Code : never;

/** Nobody for a public endpoint; somebody at the console where only a session may call. */
type ViewerOf<E extends Endpoint> = E['access'] extends 'public'
  ? null
  : E['access'] extends { via: readonly ['session'] }
    ? SessionViewer
    : Viewer;

/**
 * Everything a handler needs to know. `db` is the transaction of a changing call, the pool of a reading one and of one
 * that `asks`.
 */
export type Call<E extends Endpoint> = {
  viewer: ViewerOf<E>;
  params: ParamsOf<E>;
  query: QueryOf<E>;
  /** The query as it was sent, without the question mark, for signatures over it. */
  search: string;
  headers: HeadersOf<E>;
  body: BodyOf<E>;
  db: Db;
  now: Date;
  origin: Origin;
  deviceCookie: DeviceCookie;
  /** The certificate of the connection, or that a proxy hands on. */
  presented: Presented | null;
  runtime: Runtime;
  /** Answers with the other success code that the endpoint declares. */
  answerWith: (code: AlsoSuccessOf<E>) => void;
  /**
   * Describes the change; a changing call that forgets to is refused. Called again, it adds a further event.
   * `nothing` says that there was nothing to change, and leaves no entry; one that wrote a row all the same is refused.
   */
  audit: (detail: AuditDetail | 'nothing') => void;
};

/** What an endpoint that `asks` does in the transaction, once it has been told. */
export type Act<T> = (tx: Db) => Promise<T>;

/** What an endpoint that `asks` answers: one of which the audit log keeps nothing may have done all. */
type Asked<E extends Endpoint> = Act<ResponseOf<E>> | (E['audit'] extends { none: string } ? ResponseOf<E> : never);

export type Handler<E extends Endpoint> = (
  call: Call<E>,
) => Promise<E extends { asks: true } ? Asked<E> : ResponseOf<E>>;

/** A handler for each endpoint of an area; one that is missing does not compile. */
export type HandlersOf<A> = { [K in keyof A]: A[K] extends Endpoint ? Handler<A[K]> : never };
