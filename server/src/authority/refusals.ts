/** What keeps an authority from signing, as callers are told it. */
import { fieldProblem, Problem, type Reason } from '@signet/contract/problem';
import type { Runtime } from '../runtime.ts';
import { NotIssuable } from '../x509/certificate.ts';
import { KeyUnavailable } from '../x509/signer.ts';

/**
 * Does what has an authority sign. Throws NOT_CERTIFIABLE with the rules that the certificate would break, under the
 * field that they follow from or under none; CERTIFICATE_AUTHORITY_UNAVAILABLE where the authority's key can't be
 * reached, whose cause is for operators and stands in the log. Everything else as it comes.
 */
export async function orRefused<T>(
  { log }: Pick<Runtime, 'log'>,
  field: string | null,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof NotIssuable) {
      const reason: Reason = { status: 'NOT_CERTIFIABLE', params: { why: error.findings.join(' ') } };
      throw field === null ? new Problem(reason.status, { params: reason.params }) : fieldProblem(field, reason);
    }
    if (!(error instanceof KeyUnavailable)) throw error;
    log.error({ err: error }, 'The key of an authority can’t be reached.');
    throw new Problem('CERTIFICATE_AUTHORITY_UNAVAILABLE');
  }
}
