/** What a new license of the platform would do to its pools, and what it has too little of. */
import type { LicenseWhatIf as WhatIf } from '@signet/contract/areas/licenses';
import { useLicenseWords } from '../../i18n/license-words.ts';
import { useText } from '../../i18n/text.ts';
import { FeatureName, keyOf, Shortages } from '../../shell/licenses/Shortages.tsx';
import css from '../../shell/licenses/what-if.module.css';

export function LicenseWhatIf({ whatIf: { effects, shortages, accounts } }: { whatIf: WhatIf }) {
  const t = useText();
  const words = useLicenseWords();
  if (effects.length === 0 && shortages.length === 0) return <p className="t2">{t('licenses.whatIf.same')}</p>;
  return (
    <section className={css.replaced} aria-label={t('licenses.whatIf.license')}>
      <Shortages title={t('licenses.whatIf.licenseShort')} shortages={shortages} />
      <h2>{t('licenses.whatIf.license')}</h2>
      <p className="t2">{t('licenses.whatIf.accounts', { count: accounts })}</p>
      <ul className={css.effects}>
        {effects.map((effect) => (
          <li key={keyOf(effect)}>
            <FeatureName of={effect} />
            <span className={css.number}>
              {t('licenses.history.fromTo', {
                before: words.quantity(effect.before.limit),
                after: words.quantity(effect.after.limit),
              })}
            </span>
            <span className={css.left}>{t('licenses.whatIf.inUse', { used: words.number(effect.before.used) })}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
