/** What there is to say of packages to somebody who can enable none, and where to ask for one. */
import type { AccountPackages } from '@signet/contract/areas/packages';
import { useText } from '../../i18n/text.ts';
import { problemText } from '../../api/show-problem.ts';
import { Banner } from '../../ui/Banner.tsx';
import { ContactSales } from './ContactSales.tsx';
import css from './packages.module.css';

type Props = { account: string; whyNot: AccountPackages['why_not']; isHighest: boolean };

/** Reasons that lie in the account, whoever asks. */
const OF_ACCOUNT: readonly string[] = ['SYSTEM_ACCOUNT', 'MIGRATION_UNCONFIRMED'];

/** Nothing for those who may enable one. */
export function PackageNote({ account, whyNot, isHighest }: Props) {
  const t = useText();
  if (whyNot === null && !isHighest) return null;
  return (
    <div className={css.note}>
      <Banner tone="info">
        {whyNot?.status === 'FORBIDDEN' && t('packages.notAllowed')}
        {whyNot !== null && OF_ACCOUNT.includes(whyNot.status) && problemText({ ...whyNot, message: '' })}
        {(whyNot === null || whyNot.status === 'CONTACT_SALES') && (
          <span className={css.sales}>
            {t(isHighest ? 'packages.highest' : 'packages.sales', { account })}
            {isHighest && <ContactSales />}
          </span>
        )}
      </Banner>
    </div>
  );
}
