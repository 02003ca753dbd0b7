/** What a new license of the platform would do to its pools, what it has too little of, and how long it is valid. */
import type { LicenseReplacementWhatIf as WhatIf } from '@signet/contract/areas/licenses';
import { useLicenseWords } from '../../i18n/license-words.ts';
import { useText } from '../../i18n/text.ts';
import { useDateFormat } from '../../session/profile.ts';
import { FeatureName, keyOf, Shortages } from '../../shell/licenses/Shortages.tsx';
import css from '../../shell/licenses/what-if.module.css';
import { Banner } from '../../ui/Banner.tsx';

export function LicenseWhatIf({ whatIf }: { whatIf: WhatIf }) {
  const t = useText();
  const { effects, shortages } = whatIf;
  const isSame = effects.length === 0 && shortages.length === 0;
  return (
    <section className={css.replaced} aria-label={t('licenses.whatIf.license')}>
      <Shortages title={t('licenses.whatIf.licenseShort')} shortages={shortages} />
      <ValidUntil of={whatIf.valid_until} />
      {isSame ? <p className="t2">{t('licenses.whatIf.same')}</p> : <Effects whatIf={whatIf} />}
    </section>
  );
}

/** An older license pasted by mistake is met here, before it ends the one in force. */
function ValidUntil({ of: { before, after } }: { of: WhatIf['valid_until'] }) {
  const t = useText();
  const date = useDateFormat();
  if (before === null) return <p className="t2">{t('licenses.whatIf.untilFirst', { after: date(after) })}</p>;
  const days = { before: date(before), after: date(after) };
  if (after < before) return <Banner tone="warn">{t('licenses.whatIf.endsEarlier', days)}</Banner>;
  return <p className="t2">{t('licenses.whatIf.until', days)}</p>;
}

function Effects({ whatIf: { effects, accounts } }: { whatIf: WhatIf }) {
  const t = useText();
  const words = useLicenseWords();
  return (
    <>
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
    </>
  );
}
