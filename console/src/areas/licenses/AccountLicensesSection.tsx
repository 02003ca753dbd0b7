/** The licenses of an account. */
import { useText } from '../../i18n/text.ts';
import { Section } from '../../shell/detail/Section.tsx';

export default function AccountLicensesSection() {
  const t = useText();
  return <Section>{() => <p className="t2">{t('accounts.noLicenses')}</p>}</Section>;
}
