/** Products with what they are for, and where their links lead (S-030, S-422). */
import {
  IconArrowRight,
  IconCertificate,
  IconCpu,
  IconFileCertificate,
  IconRadar,
  IconServer,
  IconShieldLock,
  IconSignature,
  IconUsers,
  type Icon,
} from '@tabler/icons-react';
import { LEGAL_DOCUMENTS } from '@signet/contract/legal';
import type { AppCode } from '@signet/contract/viewer';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { safeHref, useCustomization } from '../../shell/public/customization.ts';
import { PageLink } from '../../shell/routing/PageLink.tsx';
import type { Product } from './products.ts';
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

const OWN_PAGE = paths.legal(LEGAL_DOCUMENTS.contactUs);

/** Nothing at all without a product. */
export function Offers({ title, products }: { title: string; products: readonly Product[] }) {
  if (products.length === 0) return null;
  return (
    <section aria-labelledby="offered-products">
      <h2 id="offered-products">{title}</h2>
      <ul className={css.products}>
        {products.map((product) => (
          <Offer key={product.code} product={product} />
        ))}
      </ul>
    </section>
  );
}

function Offer({ product }: { product: Product }) {
  const t = useText();
  const customization = useCustomization();
  const landing = safeHref(customization?.products[product.code] ?? '');
  const contact = safeHref(customization?.urls.contactUs ?? '');
  const Icon = ICONS[product.code];
  return (
    <li className="card">
      <span className={css.icon}>
        <Icon size={22} stroke={1.75} aria-hidden />
      </span>
      <div>
        <h3>{t(product.name)}</h3>
        <p>{t(product.line)}</p>
        <div className={css.links}>
          {landing && (
            <PageLink to={landing}>
              {t('welcome.open', { product: t(product.name) })}
              <IconArrowRight size={14} stroke={1.75} aria-hidden />
            </PageLink>
          )}
          {contact && (
            // Where the operator has given no address, the page behind the link says whom to ask.
            <PageLink to={contact}>{t(contact === OWN_PAGE ? 'welcome.howToGet' : 'welcome.contact')}</PageLink>
          )}
        </div>
      </div>
    </li>
  );
}
