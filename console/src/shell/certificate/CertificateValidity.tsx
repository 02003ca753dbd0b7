/** The time of a certificate: both ends, today between them, and in words when it ends. */
import { daysBetween, lastDayOf, parseStoredDateTime, payloadDate } from '@signet/contract/dates';
import { languageTag } from '@signet/contract/locales';
import type { ParsedCertificate } from '@signet/contract/parsed-certificate';
import { useLocale, useText } from '../../i18n/text.ts';
import { useDateTimeFormat } from '../../session/date-time.ts';
import { DateText } from '../../ui/DateText.tsx';
import { DaysLeft, isNear, StatusBadge } from '../../ui/State.tsx';
import { timeFrom, type Time } from './relative-time.ts';
import css from './certificate.module.css';

type Props = { certificate: ParsedCertificate; now: Date };

/** "Ends in 3 months", with a sign where it is not valid now (S-126), and where what somebody would miss ends soon. */
export function ValidityWords({ certificate, now, live }: Props & { live: boolean }) {
  const t = useText();
  const tag = languageTag(useLocale());
  const { at, other } = timeOf(certificate, now);
  const when = timeFrom(now, other, tag);
  if (at === 'now') {
    const words = t('certificates.ends', { when });
    const days = daysBetween(payloadDate(now), lastDayOf(certificate.validTo));
    return live && isNear(days) ? <DaysLeft days={days} label={words} /> : <span className="sm t2">{words}</span>;
  }
  return (
    <StatusBadge tone={at === 'after' ? 'warn' : 'info'}>
      {t(at === 'after' ? 'certificates.ended' : 'certificates.begins', { when })}
    </StatusBadge>
  );
}

export function CertificateValidity({ certificate, now }: Props) {
  const t = useText();
  const format = useDateTimeFormat();
  const { at, share } = timeOf(certificate, now);
  const { validFrom, validTo } = certificate;
  return (
    <div className={`card ${css.validity}`}>
      <dl className={css.ends}>
        <div>
          <dt>{t('certificates.validFrom')}</dt>
          <dd>
            <DateText value={validFrom} text={format(validFrom)} />
          </dd>
        </div>
        <div>
          <dt>{t('certificates.validTo')}</dt>
          <dd>
            <DateText value={validTo} text={format(validTo)} />
          </dd>
        </div>
      </dl>
      <div className={css.track} aria-hidden>
        <span className={at === 'after' ? css.over : css.gone} style={{ width: `${share}%` }} />
        {at === 'now' && <span className={css.today} style={{ left: `${share}%` }} />}
      </div>
    </div>
  );
}

/** Where `now` is in the time of the certificate; `other`: the end that words are about; `share`: in percent. */
function timeOf(
  { validFrom, validTo, isValid }: ParsedCertificate,
  now: Date,
): { at: Time; other: Date; share: number } {
  const [from, to] = [parseStoredDateTime(validFrom), parseStoredDateTime(validTo)];
  if (!isValid && now < from) return { at: 'before', other: from, share: 0 };
  if (!isValid) return { at: 'after', other: to, share: 100 };
  const share = (100 * (now.getTime() - from.getTime())) / (to.getTime() - from.getTime());
  return { at: 'now', other: to, share: Math.min(100, Math.max(0, share)) };
}
