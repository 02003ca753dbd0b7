/** What there is too little of, and how features are named in what an act would do to licenses. */
import type { LicenseWhatIf } from '@signet/contract/areas/licenses';
import { UNLIMITED } from '@signet/contract/licensed-features';
import { useLicenseWords } from '../../i18n/license-words.ts';
import { useText } from '../../i18n/text.ts';
import { Banner } from '../../ui/Banner.tsx';
import { ByApplication } from './ByApplication.tsx';
import css from './what-if.module.css';

type Named = Pick<LicenseWhatIf['effects'][number], 'app_code' | 'generation' | 'feature'>;

export const keyOf = ({ app_code, generation, feature }: Named): string => `${app_code} ${generation} ${feature}`;

export function Shortages({ title, shortages }: { title: string; shortages: LicenseWhatIf['shortages'] }) {
  const t = useText();
  const words = useLicenseWords();
  if (shortages.length === 0) return null;
  return (
    <Banner tone="bad">
      {title}
      <ByApplication items={shortages} className={css.short}>
        {(shortage) => (
          <li key={keyOf(shortage)}>
            {t(shortage.needed === UNLIMITED ? 'licenses.whatIf.shortOfUnlimited' : 'licenses.whatIf.shortOf', {
              feature: words.feature(shortage.feature),
              product: words.product(shortage.app_code),
              needed: words.quantity(shortage.needed),
              limit: words.quantity(shortage.limit),
              missing: words.quantity(shortage.missing),
            })}
          </li>
        )}
      </ByApplication>
    </Banner>
  );
}

type NameProps = { of: Named; withProduct?: boolean };

export function FeatureName({ of: { app_code, feature, generation }, withProduct = true }: NameProps) {
  const words = useLicenseWords();
  return (
    <span className={css.name}>
      {words.feature(feature)}{' '}
      <span className="t3 sm">
        {withProduct && words.product(app_code)} {generation}
      </span>
    </span>
  );
}
