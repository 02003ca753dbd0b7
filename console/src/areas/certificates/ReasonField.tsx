/** Why certificates are revoked or put on hold, and what follows from that reason. */
import { NativeSelect } from '@mantine/core';
import { GIVEN_REASONS, type GivenReason } from '@signet/contract/areas/certificate-rules';
import { useText } from '../../i18n/text.ts';

type Props = { value: GivenReason | ''; onChange: (value: GivenReason | '') => void };

export function ReasonField({ value, onChange }: Props) {
  const t = useText();
  return (
    <NativeSelect
      label={t('certificateList.reason')}
      description={
        value === ''
          ? undefined
          : t(value === 'certificateHold' ? 'certificateList.holdFollows' : 'certificateList.revokeFollows')
      }
      value={value}
      onChange={(event) => onChange(GIVEN_REASONS.find((one) => one === event.currentTarget.value) ?? '')}
      data={[
        { value: '', label: t('form.choose') },
        ...GIVEN_REASONS.map((reason) => ({ value: reason, label: t(`certificateList.reason.${reason}`) })),
      ]}
    />
  );
}
