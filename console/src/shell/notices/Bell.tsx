/** Behind the bell: the person's bulk acts, and everything said in this session, newest first. */
import { ACCESS } from '@signet/contract/access';
import { Popover } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useCell } from '../../cell.ts';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { useAllows } from '../../session/permissions.ts';
import { useOwnRuns, useReadAnewAfter } from '../bulk/own-runs.ts';
import { isUnderWay } from '../bulk/run-state.ts';
import { Allowed } from '../permission/Allowed.tsx';
import { later } from '../routing/later.tsx';
import { PageLink } from '../routing/PageLink.tsx';
import { noticeLog, unseenCount } from './notifications.ts';
import { escapeWhileOpening } from '../keyboard/escape-while-opening.ts';
import { useEndingCertificates } from './ending-certificates.ts';
import { endingSeen, useEndingTokens } from './ending-tokens.ts';
import { NoticeLine } from './NoticeLine.tsx';
import { useSamlNotices } from './saml-notices.ts';
import css from './notices.module.css';
import shell from '../frame/frame.module.css';

const BellLists = later(() => import('./BellLists.tsx'), null);

export function Bell() {
  const t = useText();
  const [open, setOpen] = useState(false);
  const log = useCell(noticeLog);
  // Once the page that it was drawn with has put its own questions: a browser puts six at a time.
  const [wanted, setWanted] = useState(false);
  useEffect(() => setWanted(true), []);
  const runs = useOwnRuns(wanted);
  useReadAnewAfter(runs);
  const tokens = useEndingTokens(wanted);
  const certificates = useEndingCertificates(wanted);
  const saml = useSamlNotices(useAllows(ACCESS.accounts.editSignIn) && wanted);
  const ending = tokens.length + certificates.length + saml.length;
  const isEndingSeen = useCell(endingSeen);
  // A run that has ended stays one until its page was opened.
  const ended = runs.filter((run) => !isUnderWay(run)).length;
  const unseen = useCell(unseenCount) + ended + (isEndingSeen ? 0 : ending);
  const close = () => setOpen(false);
  const toggle = () => {
    setOpen(!open);
    unseenCount.set(0);
    endingSeen.set(true);
  };
  return (
    <Popover
      opened={open}
      onChange={setOpen}
      position="bottom-end"
      width="min(360px, 100vw - 16px)"
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
        {runs.length + ending > 0 && <BellLists {...{ certificates, saml, tokens, runs }} onFollow={close} />}
        {log.length === 0 ? (
          runs.length + ending === 0 && <p className={css.none}>{t('shell.noNotifications')}</p>
        ) : (
          <ol className={css.list}>
            {log.map((notice) => (
              <li key={notice.id}>
                <NoticeLine notice={notice} withTime onFollow={close} />
              </li>
            ))}
          </ol>
        )}
        <Allowed access={ACCESS.bulk.view}>
          <p className={css.all}>
            <PageLink to={paths.bulkRuns()} onClick={close}>
              {t('bulk.allRuns')}
            </PageLink>
          </p>
        </Allowed>
      </Popover.Dropdown>
    </Popover>
  );
}
