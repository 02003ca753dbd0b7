/** Why a certificate is revoked, and what follows from that reason. */
import { NativeSelect } from '@mantine/core';
import { GIVEN_REASONS, type GivenReason } from '@signet/contract/areas/certificate-rules';
import { useText } from '../../i18n/text.ts';

type Props = { value: GivenReason | ''; onChange: (value: GivenReason | '') => void; held?: boolean };

/** `held`: on hold already, so that this is no choice any more. */
export function ReasonField({ value, onChange, held = false }: Props) {
  const t = useText();
  const offered = GIVEN_REASONS.filter((reason) => !held || reason !== 'certificateHold');
  return (
    <NativeSelect
      label={t('certificateList.reason')}
      description={
        value === ''
          ? undefined
          : t(value === 'certificateHold' ? 'certificateList.holdFollows' : 'certificateList.revokeFollows')
      }
      value={value}
      onChange={(event) => onChange(offered.find((one) => one === event.currentTarget.value) ?? '')}
      data={[
        { value: '', label: t('form.choose') },
        ...offered.map((reason) => ({ value: reason, label: t(`certificateList.reason.${reason}`) })),
      ]}
    />
  );
}
