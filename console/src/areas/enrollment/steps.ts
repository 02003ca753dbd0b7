/** The steps of each variant, as they stand above the page. */
import type { PublicEnrollment } from '@signet/contract/areas/enrollment-by-link';
import { useText, type TextKey } from '../../i18n/text.ts';

export type StepName = 'invitation' | 'assistant' | 'token' | 'file' | 'certificate';

const STEPS = {
  browser: ['invitation', 'file', 'certificate'],
  software: ['invitation', 'assistant', 'certificate'],
  hardware_token: ['invitation', 'assistant', 'token', 'certificate'],
} as const satisfies Record<PublicEnrollment['keystore_location'], readonly StepName[]>;

/** What a page of an enrollment hands to its frame: all steps, and which one it is, from 1. */
export function useSteps({
  keystore_location,
}: PublicEnrollment): (now: StepName) => { steps: string[]; step: number } {
  const t = useText();
  const names: readonly StepName[] = STEPS[keystore_location];
  return (now) => ({
    steps: names.map((name) => t(`enrollment.step.${name}` satisfies TextKey)),
    step: names.indexOf(now) + 1,
  });
}
