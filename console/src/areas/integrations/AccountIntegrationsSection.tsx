/** What signs in to an account as a program. */
import type { Account } from '@signet/contract/areas/accounts';
import { useText } from '../../i18n/text.ts';
import { Section } from '../../shell/detail/Section.tsx';

export default function AccountIntegrationsSection({ record }: { record: Account }) {
  const t = useText();
  return (
    <Section count={record.oauth_clients.length}>{() => <p className="t2">{t('accounts.noIntegrations')}</p>}</Section>
  );
}
