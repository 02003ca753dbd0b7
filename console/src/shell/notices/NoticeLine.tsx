/** One notice: icon, words, and for errors the number to tell support. */
import { storedDateTime } from '@signet/contract/dates';
import { IconAlertCircle, IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import { useCell } from '../../cell.ts';
import { Rich } from '../../i18n/Rich.tsx';
import { isTextKey, useText } from '../../i18n/text.ts';
import { localTime, useDateTimeFormat } from '../../session/date-time.ts';
import { CopyValue } from '../../ui/CopyValue.tsx';
import { PageLink } from '../routing/PageLink.tsx';
import { pageOfNotices, type Notice } from './notifications.ts';
import css from './notices.module.css';

const ICONS = {
  error: IconAlertCircle,
  warning: IconAlertTriangle,
  success: IconCircleCheck,
  info: IconInfoCircle,
} as const;

type Props = {
  notice: Notice;
  withTime?: boolean;
  /** One of its links is followed: what it stands in closes. */
  onFollow?: () => void;
};

export function NoticeLine({ notice, withTime, onFollow }: Props) {
  const t = useText();
  const time = useDateTimeFormat();
  const at = storedDateTime(new Date(notice.at));
  const here = useCell(pageOfNotices);
  // On the page where it arose nobody needs to be told which page it is about.
  const from = notice.page && notice.page.to !== here?.to ? notice.page : null;
  const Icon = ICONS[notice.type] ?? IconInfoCircle;
  /** Keys are looked up, words from the server are shown as they came. */
  const noticeText = (text: string) => (notice.translateMessage && isTextKey(text) ? t(text, notice.params) : text);
  return (
    <div className={`${css.line} ${css[notice.type] ?? ''}`}>
      <Icon size={18} stroke={1.75} aria-hidden />
      <div className={css.text}>
        {notice.title && <div className="strong">{noticeText(notice.title)}</div>}
        <div>{noticeText(notice.message)}</div>
        {notice.link && (
          <PageLink to={notice.link.to} onClick={onFollow}>
            {noticeText(notice.link.text)}
          </PageLink>
        )}
        {notice.correlationId && (
          <div className={css.code}>
            {t('common.correlationId')} <CopyValue value={notice.correlationId} name={t('common.correlationId')} />
          </div>
        )}
        {from && (
          <div className={css.code}>
            <Rich
              text="notifications.from"
              params={{ page: from.text, at: time(at) }}
              tags={{ page: <PageLink to={from.to} onClick={onFollow} /> }}
            />
          </div>
        )}
        {withTime && !from && (
          <time className={css.code} dateTime={notice.at}>
            {localTime(at)}
          </time>
        )}
      </div>
    </div>
  );
}
