/**
 * The empty frame while the session is being renewed and the person loaded; it has the frame's own places, so that
 * nothing jumps.
 */
import { useText } from '../../i18n/text.ts';
import { Busy, useLateBusy } from '../../ui/Busy.tsx';
import { Mark } from '../../ui/Mark.tsx';
import css from './frame-pending.module.css';

export function FramePending() {
  const t = useText();
  const late = useLateBusy(true);
  return (
    <div className={css.app}>
      <div className={css.side}>
        <div className={css.mark}>
          <Mark /> Signet
        </div>
      </div>
      <div>
        <div className={css.head} />
        <main className={css.main}>
          <h1 className="vh">{late ? t('common.loading') : 'Signet'}</h1>
          <Busy />
        </main>
      </div>
    </div>
  );
}
