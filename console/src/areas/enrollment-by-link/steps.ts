/** The steps of each variant, as they stand above the page. */
import type { PublicEnrollment } from '@signet/contract/areas/enrollment-by-link';
import { useText, type TextKey } from '../../i18n/text.ts';

export type StepName = 'invitation' | 'proof' | 'assistant' | 'token' | 'file' | 'certificate';

const STEPS = {
  browser: ['invitation', 'file', 'certificate'],
  software: ['invitation', 'assistant', 'certificate'],
  hardware_token: ['invitation', 'assistant', 'token', 'certificate'],
} as const satisfies Record<PublicEnrollment['keystore_location'], readonly StepName[]>;

/** Where a certificate is renewed whose key is in a file, the file comes before the new key. */
const WITH_PROOF = ['invitation', 'proof', 'file', 'certificate'] as const;

/** What a page of an enrollment hands to its frame: all steps, and which one it is, from 1. */
export function useSteps({
  keystore_location,
  renews,
}: PublicEnrollment): (now: StepName) => { steps: string[]; step: number } {
  const t = useText();
  const names: readonly StepName[] = renews && keystore_location === 'browser' ? WITH_PROOF : STEPS[keystore_location];
  const textOf = (name: StepName): TextKey =>
    renews && name === 'invitation' ? 'enrollment.step.renewal' : `enrollment.step.${name}`;
  return (now) => ({
    steps: names.map((name) => t(textOf(name))),
    step: names.indexOf(now) + 1,
  });
}
