/** A headline, a banner when a message says why the person landed here, and the products that are not theirs yet (S-028 to S-030). */
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { IconArrowRight, IconCertificate, IconCpu, IconFileCertificate, IconRadar, IconServer, IconShieldLock, IconSignature, IconUsers, type Icon } from '@tabler/icons-react';
import type { AppCode } from '@signet/contract/viewer';
import { problemText } from '../../api/show-problem.ts';
import { isTextKey, useText } from '../../i18n/text.ts';
import { ownApplicationsQuery, useProfile } from '../../session/profile.ts';
import { ButtonLink } from '../../shell/ButtonLink.tsx';
import { safeHref, useCustomization } from '../../shell/customization.ts';
import { useNavigation } from '../../shell/use-navigation.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Busy } from '../../ui/Busy.tsx';
import { Failed } from '../../ui/Failed.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { promoted, type Product } from './products.ts';
import css from './welcome.module.css';

const ICONS: Record<AppCode, Icon> = {
  ca_manager: IconCertificate,
  enterprise_manager: IconServer,
  device_manager: IconCpu,
  secure_software_manager: IconSignature,
  document_signing_manager: IconFileCertificate,
  discovery_automation_manager: IconRadar,
  device_trust_manager: IconShieldLock,
  account_manager: IconUsers,
};

export default function WelcomePage() {
  const t = useText();
  const profile = useProfile();
  const { app, message }: { app?: string; message?: string } = useSearch({ strict: false });
  const { data, error, refetch } = useQuery(ownApplicationsQuery);
  const entries = useNavigation().flatMap((entry) => entry.children ?? [entry]);
  const appKey = `product.${app ?? ''}`;
  const offers = data ? promoted(data.items.map((one) => one.app_code)) : [];
  return (
    <div className={css.welcome}>
      <div><PageTitle title={t('welcome.headline', { name: profile.first_name })} lead={t('welcome.lead')} /></div>
      {message && (
        <Banner tone="warn">
          <b>{isTextKey(appKey) ? t('welcome.noAppAccess', { app: t(appKey) }) : t('welcome.noAccess')}</b> {message}
        </Banner>
      )}
      {error && !data && <Failed title={t('page.failed')} message={problemText(error)} correlationId={error.correlationId} onRetry={() => void refetch()} />}
      {!error && !data && <Busy />}
      {entries.length > 0 && (
        <section>
          <h2>{t('welcome.start')}</h2>
          <ul className={css.start}>
            {entries.map((entry) => <li key={entry.text}><ButtonLink to={entry.to} size="sm" leftSection={entry.icon && <entry.icon size={16} stroke={1.75} aria-hidden />}>{t(entry.text)}</ButtonLink></li>)}
          </ul>
        </section>
      )}
      {offers.length > 0 && (
        <section aria-labelledby="more-products">
          <h2 id="more-products">{t('welcome.more')}</h2>
          <ul className={css.products}>{offers.map((product) => <Offer key={product.code} product={product} />)}</ul>
        </section>
      )}
      {data && offers.length === 0 && <p className="t2 sm">{t('welcome.all')}</p>}
    </div>
  );
}

function Offer({ product }: { product: Product }) {
  const t = useText();
  const contact = safeHref(useCustomization()?.urls.contactUs ?? '');
  const Icon = ICONS[product.code];
  const to = product.to ?? contact;
  return (
    <li className="card">
      <span className={css.icon}><Icon size={22} stroke={1.75} aria-hidden /></span>
      <div>
        <h3>{t(product.name)}</h3>
        <p>{t(product.line)}</p>
        <div className={css.links}>
          {to && <a href={to}>{product.to ? t('welcome.open', { product: t(product.name) }) : t('welcome.contact')}<IconArrowRight size={14} stroke={1.75} aria-hidden /></a>}
          {product.to && contact && <a href={contact}>{t('welcome.contact')}</a>}
        </div>
      </div>
    </li>
  );
}
