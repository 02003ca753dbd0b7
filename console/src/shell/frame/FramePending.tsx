/**
 * Stands while a page with its frame is on its way. Where another page of the session stood before, it is the frame
 * itself, so that what can be seen stays and goes on listening. Else it is an empty one, while the session is being
 * renewed and the person loaded; it has the frame's own places, so that nothing jumps.
 */
import { useState } from 'react';
import { useText } from '../../i18n/text.ts';
import { Busy, useLateBusy } from '../../ui/Busy.tsx';
import { Mark } from '../../ui/Mark.tsx';
import css from './frame-pending.module.css';
import { standingFrame } from './standing-frame.ts';

export function FramePending() {
  const [standing] = useState(standingFrame.get);
  if (!standing) return <EmptyFrame />;
  return (
    <standing.Frame>
      <Busy />
    </standing.Frame>
  );
}

function EmptyFrame() {
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
