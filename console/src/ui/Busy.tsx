/** Grey lines of the real height, shown only when waiting takes longer than 200 ms. */
import { useEffect, useState } from 'react';
import { useText } from '../i18n/text.ts';
import css from './page-state.module.css';

const AFTER_MS = 200;

/** True once `busy` has lasted 200 ms. */
export function useLateBusy(busy: boolean): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!busy) return setLate(false);
    const timer = setTimeout(() => setLate(true), AFTER_MS);
    return () => clearTimeout(timer);
  }, [busy]);
  return busy && late;
}

export function Busy({ lines = 6 }: { lines?: number }) {
  const t = useText();
  const late = useLateBusy(true);
  return (
    <div className={css.lines} aria-busy="true">
      <span role="status" className="vh">
        {late ? t('common.loading') : ''}
      </span>
      {late && Array.from({ length: lines }, (_, index) => <div key={index} className={css.line} />)}
    </div>
  );
}
