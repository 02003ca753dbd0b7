/** The words for what stands in the form of a SAML provider, where a save of somebody else is told. */
import type { SamlCertificate } from '@signet/contract/areas/account-saml';
import { languageTag } from '@signet/contract/locales';
import { useLocale, useText } from '../../i18n/text.ts';
import type { SamlFormValues } from './saml-form.ts';

/** `opened`: what the form began with. */
export function useSamlWords(opened: SamlFormValues): (field: string, value: unknown) => string {
  const t = useText();
  const list = new Intl.ListFormat(languageTag(useLocale()), { type: 'unit' });
  const nameOf = ({ common_name: name, state }: SamlCertificate): string => `${name} (${t(`saml.state.${state}`)})`;
  return (field, value) => {
    if (field === 'certificates') return list.format((value as readonly SamlCertificate[]).map(nameOf));
    if (field === 'metadata' && value !== '')
      return t(value === opened.metadata ? 'saml.fileBefore' : 'saml.fileOther');
    if (field === 'ways') return t(value === 'only' ? 'saml.onlyThis' : 'saml.allToo');
    if (field === 'enabled') return t(value === 'on' ? 'accounts.on' : 'accounts.off');
    if (typeof value === 'boolean') return t(value ? 'accounts.on' : 'accounts.off');
    return String(value);
  };
}
