/** Why a call failed, as the console sees it. */
import type { ProblemBody, ProblemField, ReasonParams } from '@signet/contract/problem';

export type FailureFields = Record<string, ProblemField>;

/** Statuses of failures that no server answer names. Nothing could be reached. */
export const NETWORK = 'NETWORK';
/** A change was sent, and no answer came: nobody here knows whether it was made. */
export const NO_ANSWER = 'NO_ANSWER';
/** Code that is fetched when it is needed did not come. */
export const NOT_LOADED = 'NOT_LOADED';
export const UNKNOWN = 'UNKNOWN';

export class Failure extends Error {
  override readonly name = 'Failure';
  /** The problem's code, which is also its translation key. */
  readonly status: string;
  readonly httpStatus: number;
  readonly params: ReasonParams;
  readonly fields: FailureFields;
  /** Number to tell support; null when no answer came. */
  readonly correlationId: string | null;
  /** True when the server could not be reached. */
  readonly network: boolean;
  /** True when an answer was waited for in vain: who asks again may wait as long again. */
  readonly late: boolean;
  constructor(
    status: string,
    message: string,
    more: {
      httpStatus?: number;
      params?: ReasonParams;
      fields?: FailureFields;
      correlationId?: string | null;
      network?: boolean;
      late?: boolean;
    } = {},
  ) {
    super(message);
    this.status = status;
    this.httpStatus = more.httpStatus ?? 0;
    this.params = more.params ?? {};
    this.fields = more.fields ?? {};
    this.correlationId = more.correlationId ?? null;
    this.network = more.network ?? false;
    this.late = more.late ?? false;
  }
}

/** The failure in an answer's body, whatever its HTTP status (S-396); null when the body holds none. */
export function failureIn(body: unknown, httpStatus: number, correlationId: string | null): Failure | null {
  const error = (body as Partial<ProblemBody> | null | undefined)?.error;
  if (typeof error !== 'object' || error === null) return null;
  return new Failure(
    typeof error.status === 'string' ? error.status : UNKNOWN,
    typeof error.message === 'string' ? error.message : '',
    {
      httpStatus,
      correlationId: error.correlation_id ?? correlationId,
      ...(error.params ? { params: error.params } : {}),
      ...(error.fields ? { fields: error.fields } : {}),
    },
  );
}

/**
 * What a refusal says of the session that was refused: 401 ended it, and so did the end of the person's accounts or of
 * the platform's license. Null: nothing.
 */
export function endOf(failure: Failure): 'expired' | 'account-ended' | 'license-ended' | null {
  if (failure.status === 'ACCOUNT_EXPIRED') return 'account-ended';
  if (failure.status === 'PLATFORM_LICENSE_EXPIRED') return 'license-ended';
  return failure.httpStatus === 401 ? 'expired' : null;
}

/** What a proxy answers in place of a server from which it has no answer; the server itself says more. */
export const BY_A_PROXY: readonly number[] = [502, 503, 504];

/**
 * The server has too much to do, or no database, just now, or is changed for another one behind its proxy: it has
 * refused nothing, and may be asked again.
 */
export const isForLater = ({ httpStatus }: Failure): boolean => httpStatus === 429 || BY_A_PROXY.includes(httpStatus);

/** What Chrome, Firefox and Safari say of code that did not come, and Vite of its styles. */
const NO_CODE = /dynamically imported module|^Importing a module script failed|^Unable to preload CSS/;

/** Anything thrown, as a failure. */
export function asFailure(thrown: unknown): Failure {
  if (thrown instanceof Failure) return thrown;
  if (thrown instanceof Error && NO_CODE.test(thrown.message)) return new Failure(NOT_LOADED, '', { network: true });
  return new Failure(UNKNOWN, '');
}
