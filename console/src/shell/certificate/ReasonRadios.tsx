/** Why one certificate is revoked for good, each reason with what it means. */
import { Radio } from '@mantine/core';
import type { GivenReason } from '@signet/contract/areas/certificate-rules';
import { useText } from '../../i18n/text.ts';
import { ExplainedRadios } from '../../ui/ExplainedRadios.tsx';

/** A hold, which can be released, is an act of its own. */
export type LastingReason = Exclude<GivenReason, 'certificateHold'>;

const REASONS: readonly LastingReason[] = [
  'keyCompromise',
  'superseded',
  'affiliationChanged',
  'cessationOfOperation',
  'privilegeWithdrawn',
  'unspecified',
];

type Props = { value: LastingReason | ''; onChange: (value: LastingReason) => void };

export function ReasonRadios({ value, onChange }: Props) {
  const t = useText();
  const choose = (chosen: string): void => {
    const reason = REASONS.find((one) => one === chosen);
    if (reason) onChange(reason);
  };
  return (
    <Radio.Group value={value} onChange={choose} label={t('certificateList.reason')}>
      <ExplainedRadios
        choices={REASONS.map((reason) => ({
          value: reason,
          label: t(`certificateList.reason.${reason}`),
          explanation: t(`certificateList.reasonMeans.${reason}`),
        }))}
      />
    </Radio.Group>
  );
}
