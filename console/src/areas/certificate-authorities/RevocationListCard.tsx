/** The list of certificates that an authority has revoked: its number, its time, and a new one at once. */
import { Button } from '@mantine/core';
import type { Authority } from '@signet/contract/areas/certificate-authorities';
import { IconDownload, IconPencilCheck } from '@tabler/icons-react';
import { change } from '../../api/change.ts';
import { useText } from '../../i18n/text.ts';
import { useDateTimeFormat } from '../../session/date-time.ts';
import { useAct } from '../../shell/record/use-act.ts';
import { DateText } from '../../ui/DateText.tsx';
import css from './authorities.module.css';

type Listed = Pick<Authority, 'id' | 'list'> & {
  addresses: Pick<Authority['addresses'], 'crl'>;
  why_not: Pick<Authority['why_not'], 'publish'>;
};

export function RevocationListCard({ authority: { id, list, addresses, why_not } }: { authority: Listed }) {
  const t = useText();
  const time = useDateTimeFormat();
  const { busy, run } = useAct();
  const publish = () => change('PUT /account/ui-api/v1/ca/{id}/publish', { params: { id } });
  return (
    <div className="card">
      <h2>{t('authorities.list')}</h2>
      {list === null ? (
        <p className="t3">{t('common.none')}</p>
      ) : (
        <>
          <p>
            <b>{t('authorities.listNumber', { number: list.number, entries: list.entries })}</b>
          </p>
          <p className="t2 xs">
            {t('authorities.listSigned')} <DateText value={list.this_update} text={time(list.this_update)} />
          </p>
          <p className="t2 xs">
            {t('authorities.listUntil')} <DateText value={list.next_update} text={time(list.next_update)} />
          </p>
        </>
      )}
      <div className={css.acts}>
        {list !== null && (
          <Button
            component="a"
            href={new URL(addresses.crl).pathname}
            download
            leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
          >
            {t('authorities.listDownload')}
          </Button>
        )}
        {why_not.publish === null && (
          <Button
            loading={busy}
            leftSection={<IconPencilCheck size={16} stroke={1.75} aria-hidden />}
            onClick={() => void run(publish, 'authorities.listPublished')}
          >
            {t('authorities.listPublish')}
          </Button>
        )}
      </div>
      {why_not.publish === null && <p className="t2 xs">{t('authorities.listPublishHelp')}</p>}
    </div>
  );
}
