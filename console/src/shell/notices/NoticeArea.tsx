/** Notices at the bottom right, newest on top; success leaves after 6 s, errors stay (S-428). */
import { IconX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useText } from '../../i18n/text.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { dismiss, SUCCESS_LEAVES_MS, useOpenNotices, type Notice } from './notifications.ts';
import { NoticeLine } from './NoticeLine.tsx';
import css from './notices.module.css';

export function NoticeArea() {
  const t = useText();
  const open = useOpenNotices();
  return (
    <section className={css.area} aria-label={t('shell.notificationArea')}>
      {/* Its place is there before any notice is: what comes along with its place is not read out everywhere. */}
      <div role="status" aria-atomic="false">
        {open.map((notice) => (
          <Toast key={notice.id} notice={notice} />
        ))}
      </div>
    </section>
  );
}

function Toast({ notice }: { notice: Notice }) {
  const t = useText();
  const [isPaused, setPaused] = useState(false);
  const leaves = notice.type === 'success' || notice.type === 'info';
  useEffect(() => {
    if (!leaves || isPaused) return;
    const timer = setTimeout(() => dismiss(notice.id), SUCCESS_LEAVES_MS);
    return () => clearTimeout(timer);
  }, [leaves, isPaused, notice.id]);
  // Reading it, or reaching for it, keeps it (WCAG 2.2.1).
  return (
    <div
      className={css.toast}
      role={notice.type === 'error' ? 'alert' : undefined}
      onMouseEnter={() => setPaused(true)}
      onMouseLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
    >
      <NoticeLine notice={notice} />
      <IconButton size={24} iconSize={16} label={t('common.close')} icon={IconX} onClick={() => dismiss(notice.id)} />
    </div>
  );
}
