/** The account-expiry banner: in one page load of a session, as local storage remembers (S-156). */
import { payloadDate } from '@signet/contract/dates';
import { useEffect, useState } from 'react';
import { cell, useCell } from '../../cell.ts';
import { useText } from '../../i18n/text.ts';
import { useDateFormat, useProfile } from '../../session/profile.ts';
import { onSessionEnd } from '../../session/state.ts';
import { read, write } from '../../session/storage.ts';
import { Banner } from '../../ui/Banner.tsx';
import { expiryNotice } from './account-expiry.ts';
import css from '../frame/frame.module.css';

/** Whether it stands in this page load; null before it was shown. Pages come and go with a frame of their own. */
const standing = cell<boolean | null>(null);
onSessionEnd(() => standing.set(null));

export function AccountExpiryNotice() {
  const t = useText();
  const date = useDateFormat();
  const profile = useProfile();
  const [today] = useState(() => payloadDate(new Date()));
  const open = useCell(standing) ?? read('accountExpiryNotice') === null;
  const notice = expiryNotice(profile, today);
  const isVisible = open && notice !== null;
  useEffect(() => {
    if (!isVisible) return;
    write('accountExpiryNotice', 'shown');
    standing.set(true);
  }, [isVisible]);
  if (!isVisible) return null;
  return (
    <div className={css.notice}>
      <Banner ends tone={notice.kind === 'expired' ? 'bad' : 'warn'} onDismiss={() => standing.set(false)}>
        {notice.kind === 'expired'
          ? t('shell.accountExpired', {
              name: notice.name,
              why: notice.why,
              day: notice.day === null ? '' : date(notice.day),
            })
          : t('shell.accountExpiring', { days: notice.days })}
      </Banner>
    </div>
  );
}
