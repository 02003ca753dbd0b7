/** What a hardware token has said of the key of a certificate, in words. */
import type { KeyAttestation } from '@signet/contract/areas/key-attestation';
import type { useText } from '../../i18n/text.ts';
import type { Fact } from '../../ui/Facts.tsx';

export function attestationFacts(t: ReturnType<typeof useText>, attestation: KeyAttestation | null): Fact[] {
  if (!attestation) return [];
  const { maker, serial_number: serial, firmware, pin_policy, touch_policy } = attestation;
  return [
    {
      label: t('certificateList.attestation'),
      value:
        serial === null
          ? t('certificateList.attestation.tokenWithout', { maker, firmware })
          : t('certificateList.attestation.token', { maker, serial, firmware }),
    },
    { label: t('certificateList.attestation.pin'), value: t(`certificateList.attestation.policy.${pin_policy}`) },
    { label: t('certificateList.attestation.touch'), value: t(`certificateList.attestation.policy.${touch_policy}`) },
  ];
}
