/** The ways to sign in that lead out of this page, in the order in which they are offered. */
import type { TextKey } from '@signet/contract/texts';
import { useText } from '../../i18n/text.ts';
import { ButtonLink } from '../../shell/routing/ButtonLink.tsx';
import type { WayElsewhere } from './transaction.ts';
import css from './login.module.css';

const TEXTS: Record<WayElsewhere['method'], TextKey> = {
  saml: 'login.withSaml',
  oidc: 'login.withOidc',
  certificate: 'login.withCertificate',
};

/** `first`: the first of them is what most people want here. */
export function OtherWays({ ways, first = false }: { ways: readonly WayElsewhere[]; first?: boolean }) {
  const t = useText();
  // Two providers beside each other are told apart by what they speak; one alone is the organization's.
  const both = ways.filter(({ method }) => method !== 'certificate').length > 1;
  return ways.map(({ method, url }, index) => (
    <div key={method} className={css.act}>
      <ButtonLink to={url} size="md" fullWidth variant={first && index === 0 ? 'filled' : 'default'}>
        {t(method === 'certificate' || both ? TEXTS[method] : 'login.withProvider')}
      </ButtonLink>
    </div>
  ));
}
