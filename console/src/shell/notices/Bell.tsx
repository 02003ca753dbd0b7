/** The list behind the bell: everything said in this session, newest first. */
import { Popover } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useState } from 'react';
import { useCell } from '../../cell.ts';
import { useText } from '../../i18n/text.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { noticeLog, unseenCount } from './notifications.ts';
import { escapeWhileOpening } from '../keyboard/escape-while-opening.ts';
import { NoticeLine } from './NoticeLine.tsx';
import css from './notices.module.css';
import shell from '../frame/frame.module.css';

export function Bell() {
  const t = useText();
  const [open, setOpen] = useState(false);
  const log = useCell(noticeLog);
  const unseen = useCell(unseenCount);
  const toggle = () => {
    setOpen(!open);
    unseenCount.set(0);
  };
  return (
    <Popover
      opened={open}
      onChange={setOpen}
      position="bottom-end"
      width={360}
      trapFocus
      returnFocus
      shadow="md"
      radius="md"
    >
      <span className={shell.bell}>
        <Popover.Target>
          <IconButton
            label={t('shell.notifications', { count: unseen })}
            icon={IconBell}
            aria-expanded={open}
            onKeyDown={escapeWhileOpening}
            onClick={toggle}
          />
        </Popover.Target>
        {unseen > 0 && <i />}
      </span>
      <Popover.Dropdown p={0} aria-label={t('shell.notificationList')}>
        <h2 className={css.listTitle} tabIndex={-1} data-autofocus>
          {t('shell.notificationList')}
        </h2>
        {log.length === 0 ? (
          <p className={css.none}>{t('shell.noNotifications')}</p>
        ) : (
          <ol className={css.list}>
            {log.map((notice) => (
              <li key={notice.id}>
                <NoticeLine notice={notice} withTime />
              </li>
            ))}
          </ol>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
