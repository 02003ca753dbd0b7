/** How far an answer of an identity provider came, step by step. */
import type { TextKey } from '@signet/contract/texts';

export const STEPS = ['sent', 'answered', 'verified', 'named', 'person'] as const;
export type Step = (typeof STEPS)[number];

/** The step that a problem belongs to; those that are not here are of the verification. */
const STEP_OF: Readonly<Record<string, Step>> = {
  SAML_UNREADABLE: 'answered',
  SAML_REFUSED: 'answered',
  SAML_WRONG_REQUEST: 'answered',
  SAML_WRONG_DESTINATION: 'answered',
  SAML_UNSOLICITED: 'answered',
  SAML_NAME_MISSING: 'named',
  SAML_NOBODY: 'person',
  OIDC_DENIED: 'answered',
  OIDC_PROVIDER_ERROR: 'answered',
  OIDC_CLAIM_MISSING: 'named',
  OIDC_NOBODY: 'person',
};

/** Each step as it went; `problem` is the status of what was wrong, null for nothing. */
export function stepsOf(problem: string | null): { step: Step; state: 'passed' | 'failed' | 'open'; label: TextKey }[] {
  const failed = problem === null ? STEPS.length : STEPS.indexOf(STEP_OF[problem] ?? 'verified');
  return STEPS.map((step, at) => ({
    step,
    state: at < failed ? 'passed' : at === failed ? 'failed' : 'open',
    label: `trial.step.${step}`,
  }));
}
