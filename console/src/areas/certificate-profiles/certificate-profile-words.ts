/** What stands in a certificate profile, in the person's words. */
import type { CertificateProfileAnswer } from '@signet/contract/areas/certificate-profiles';
import { isTextKey, useText } from '../../i18n/text.ts';

type Words = {
  account: (one: Pick<CertificateProfileAnswer, 'account_name'>) => string;
  /** Where it comes from: the product or people. */
  kind: (one: Pick<CertificateProfileAnswer, 'built_in'>) => string;
  purpose: (value: string) => string;
  keyUsage: (value: string) => string;
  keyType: (value: string) => string;
};

export function useCertificateProfileWords(): Words {
  const t = useText();
  const word = (key: string, value: string) => (isTextKey(key) ? t(key) : value);
  return {
    account: ({ account_name }) => account_name ?? t('certificateProfiles.allAccounts'),
    kind: ({ built_in }) => t(built_in === null ? 'certificateProfiles.custom' : 'certificateProfiles.builtIn'),
    purpose: (value) => word(`certificates.purpose.${value}`, value),
    keyUsage: (value) => word(`certificates.keyUsage.${value}`, value),
    keyType: (value) => word(`certificates.keyType.${value}`, value),
  };
}
