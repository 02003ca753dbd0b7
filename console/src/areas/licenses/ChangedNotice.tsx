/** Says above the form what changed since it was opened; takes the focus, so that nobody saves over it unawares. */
import { useEffect, useRef } from 'react';
import { useLicenseWords } from '../../i18n/license-words.ts';
import { useText } from '../../i18n/text.ts';
import { Banner } from '../../ui/Banner.tsx';
import type { Difference } from './license-form.ts';
import css from './license-form.module.css';

const TEXT = {
  limit: 'licenses.changedLimit',
  used: 'licenses.changedUsed',
  available: 'licenses.changedAvailable',
} as const;

export function ChangedNotice({ changes }: { changes: readonly Difference[] }) {
  const t = useText();
  const words = useLicenseWords();
  const box = useRef<HTMLDivElement>(null);
  const said = JSON.stringify(changes);
  useEffect(() => box.current?.focus(), [said]);
  const told = (change: Difference): string => {
    const feature = words.feature(change.name);
    if (change.what === 'gone') return t('licenses.changedGone', { feature });
    const [before, after] = [words.quantity(change.before), words.quantity(change.after)];
    return t(TEXT[change.what], { feature, before, after });
  };
  return (
    <div ref={box} tabIndex={-1} className={css.notice}>
      <Banner tone="warn">
        <b>{t('licenses.changedMeanwhile')}</b>
        <ul>
          {changes.map((change) => (
            <li key={`${change.name} ${change.what}`}>{told(change)}</li>
          ))}
        </ul>
      </Banner>
    </div>
  );
}
