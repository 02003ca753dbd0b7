/** Where not every event was looked at: how far, and the way on. */
import { Button } from '@mantine/core';
import { useText } from '../../i18n/text.ts';
import { useDateTimeFormat } from '../../session/date-time.ts';
import { Banner } from '../../ui/Banner.tsx';
import css from './audit-log.module.css';

type Props = { lookedTo: string | null; isOldestFirst: boolean; onGo: (moment: string) => void };

export function Further({ lookedTo, isOldestFirst, onGo }: Props) {
  const t = useText();
  const time = useDateTimeFormat();
  if (lookedTo === null) return null;
  return (
    <div className={css.further}>
      <Banner tone="info">
        {t(isOldestFirst ? 'audit.lookedToLater' : 'audit.lookedTo', { time: time(lookedTo) })}{' '}
        <Button size="xs" onClick={() => onGo(lookedTo)}>
          {t(isOldestFirst ? 'audit.lookFurtherOn' : 'audit.lookFurther')}
        </Button>
      </Banner>
    </div>
  );
}
