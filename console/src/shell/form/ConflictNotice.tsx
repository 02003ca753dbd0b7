/** Says above a form what somebody else saved meanwhile; takes the focus, so that nobody saves over it unawares. */
import { useEffect, useRef } from 'react';
import { sentenceGap, useText, type TextKey } from '../../i18n/text.ts';
import { useDateTimeFormat } from '../../session/date-time.ts';
import { isSame } from '../../session/drafts.ts';
import { Banner } from '../../ui/Banner.tsx';
import type { Conflict } from './conflict.ts';
import css from './form-page.module.css';

type Props = {
  conflict: Conflict;
  labelOf: (name: string) => TextKey;
  displayValue: (name: string, value: unknown) => string;
};

export function ConflictNotice({ conflict, labelOf, displayValue }: Props) {
  const t = useText();
  const time = useDateTimeFormat();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), [conflict]);
  const valueText = (name: string, value: unknown) => displayValue(name, value) || t('common.none');
  return (
    <div ref={box} tabIndex={-1} className={css.conflict}>
      <Banner tone="warn">
        <b>
          {t('form.conflict', { by: conflict.by, named: conflict.by === '' ? 'no' : 'yes', at: time(conflict.at) })}
        </b>
        <ul>
          {conflict.changes.map(({ name, before, theirs, kept }) => (
            <li key={name}>
              {t('form.conflictField', {
                field: t(labelOf(name)),
                before: valueText(name, before),
                theirs: valueText(name, theirs),
              })}
              {!isSame(kept, theirs) && sentenceGap() + t('form.conflictYours', { kept: valueText(name, kept) })}
            </li>
          ))}
        </ul>
      </Banner>
    </div>
  );
}
