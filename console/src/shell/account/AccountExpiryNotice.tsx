/** The account-expiry banner: once per session, remembered in local storage (S-156). */
import { payloadDate } from '@signet/contract/dates';
import { useEffect, useState } from 'react';
import { useText } from '../../i18n/text.ts';
import { useProfile } from '../../session/profile.ts';
import { read, write } from '../../session/storage.ts';
import { Banner } from '../../ui/Banner.tsx';
import { expiryNotice } from './account-expiry.ts';
import css from '../frame/frame.module.css';

export function AccountExpiryNotice() {
  const t = useText();
  const profile = useProfile();
  const [today] = useState(() => payloadDate(new Date()));
  const [open, setOpen] = useState(() => read('accountExpiryNotice') === null);
  const notice = expiryNotice(profile, today);
  const isVisible = open && notice !== null;
  useEffect(() => {
    if (isVisible) write('accountExpiryNotice', 'shown');
  }, [isVisible]);
  if (!isVisible) return null;
  return (
    <div className={css.notice}>
      <Banner ends tone={notice.kind === 'expired' ? 'bad' : 'warn'} onDismiss={() => setOpen(false)}>
        {notice.kind === 'expired' ? t('shell.accountExpired') : t('shell.accountExpiring', { days: notice.days })}
      </Banner>
    </div>
  );
}
