/** Where somebody is signed in, each with the way to end it. */
import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { useText } from '../../i18n/text.ts';
import { useDateTimeFormat } from '../../session/date-time.ts';
import { useFirstNewRow } from '../list/row-focus.ts';
import { ConfirmAction } from '../confirm/ConfirmAction.tsx';
import { DateText } from '../../ui/DateText.tsx';
import { Tag } from '../../ui/State.tsx';
import { deviceOf } from './device.ts';
import css from './sessions.module.css';

type Session = {
  id: string;
  created_at: string;
  last_used_at: string;
  ip: string;
  user_agent: string;
  /** The one that the viewer looks from: it is not ended here. */
  current?: boolean;
};

/** `end` ends one; null where the viewer may only look. */
type Props = { sessions: readonly Session[]; end: ((id: string) => Promise<unknown>) | null };

/** How many show at first, and how many more with each click. */
const STEP = 10;

export function SessionList({ sessions, end }: Props) {
  const t = useText();
  const [shown, setShown] = useState(STEP);
  const box = useRef<HTMLUListElement>(null);
  const onPressed = useFirstNewRow(box, ':scope > li', Math.min(shown, sessions.length));
  return (
    <>
      <ul ref={box} className={`card ${css.sessions}`} aria-label={t('sessions.title')}>
        {sessions.slice(0, shown).map((session) => (
          <SessionLine key={session.id} session={session} end={end} />
        ))}
      </ul>
      {sessions.length > shown && (
        <Button
          mt={10}
          onClick={(event) => {
            onPressed(event);
            setShown(shown + STEP);
          }}
        >
          {t('list.more')}
        </Button>
      )}
    </>
  );
}

function SessionLine({ session, end }: { session: Session; end: Props['end'] }) {
  const t = useText();
  const date = useDateTimeFormat();
  const { browser, system } = deviceOf(session.user_agent);
  const device =
    browser && system ? t('sessions.device', { browser, system }) : (browser ?? system ?? t('sessions.unknownDevice'));
  const lastUsed = date(session.last_used_at);
  const since = date(session.created_at);
  return (
    <li>
      <div>
        <p>
          <span className="strong">{device}</span> {session.current && <Tag>{t('sessions.current')}</Tag>}
        </p>
        <p className="sm t3">
          {t('sessions.lastUsed')} <DateText value={session.last_used_at} text={lastUsed} />,{' '}
          {since !== lastUsed && (
            <>
              {t('sessions.since')} <DateText value={session.created_at} text={since} />,{' '}
            </>
          )}
          <span className="mono">{session.ip}</span>
        </p>
      </div>
      {end && !session.current && (
        <ConfirmAction
          label={t('sessions.end')}
          of={`${device}, ${session.ip}, ${lastUsed}`}
          title={t('sessions.endTitle')}
          act={t('sessions.end')}
          danger={false}
          run={() => end(session.id)}
          done="sessions.ended"
        >
          {t('sessions.endBody', { device, ip: session.ip, time: lastUsed })}
        </ConfirmAction>
      )}
    </li>
  );
}
