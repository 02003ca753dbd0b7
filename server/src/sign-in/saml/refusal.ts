/** Why a sign-in by SAML failed: the person sees the problem, the administrator finds the detail. */
import type { SamlSignInProblem } from '@signet/contract/areas/saml-names';
import { Problem } from '@signet/contract/problem';

/** Kept, so that an answer that was refused is spent as well as one that was taken. `detail` is English, one line. */
export class SamlProblem extends Problem {
  readonly detail: string;
  constructor(problem: SamlSignInProblem, detail: string) {
    super(problem, { commit: true });
    this.detail = detail
      .replaceAll(/[\p{Cc}\s]+/gu, ' ')
      .slice(0, 300)
      .toWellFormed();
  }
}
