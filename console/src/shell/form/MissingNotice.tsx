/** Says above a form that its record can't be found any more; takes the focus, so that nobody goes on unawares. */
import { useEffect, useRef } from 'react';
import { useText } from '../../i18n/text.ts';
import { Banner } from '../../ui/Banner.tsx';
import css from './form-page.module.css';

export function MissingNotice() {
  const t = useText();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} tabIndex={-1} className={css.conflict}>
      <Banner tone="bad">{t('page.missing')}</Banner>
    </div>
  );
}
