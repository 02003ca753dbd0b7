/** What a SAML provider has to be told of this platform, each value to copy. */
import type { SamlServiceProvider } from '@signet/contract/areas/account-saml';
import type { TextKey } from '@signet/contract/texts';
import { useText } from '../../i18n/text.ts';
import { CopyValue } from '../../ui/CopyValue.tsx';

const VALUES: readonly { name: keyof SamlServiceProvider; label: TextKey; help?: TextKey }[] = [
  { name: 'entity_id', label: 'saml.entityId', help: 'saml.entityIdHelp' },
  { name: 'acs_url', label: 'saml.acsUrl' },
  { name: 'logout_url', label: 'saml.logoutUrl', help: 'saml.logoutUrlHelp' },
];

export function SamlValues({ values }: { values: SamlServiceProvider }) {
  const t = useText();
  return VALUES.map(({ name, label, help }) => (
    <div key={name}>
      <div>
        <b className="sm">{t(label)}</b>
      </div>
      <CopyValue value={values[name]} name={t(label)} />
      {help && <p className="sm t2">{t(help)}</p>}
    </div>
  ));
}
