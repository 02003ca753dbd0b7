/** Behind the bell: API tokens that end within days, of the person or of service users they look after. */
import type { EndingToken } from '@signet/contract/areas/api-tokens';
import { daysBetween } from '@signet/contract/dates';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { useToday } from '../../session/today.ts';
import { DaysLeft } from '../../ui/State.tsx';
import { PageLink } from '../routing/PageLink.tsx';
import css from './notices.module.css';

export function EndingTokens({ tokens, onFollow }: { tokens: readonly EndingToken[]; onFollow: () => void }) {
  const t = useText();
  const today = useToday();
  return (
    <ul className={css.runs} aria-label={t('tokens.ending')}>
      {tokens.map(({ id, user_id, service_user, name, owner_name, end_date }) => (
        <li key={id}>
          <PageLink
            to={paths.tokenEdit({ id: user_id, service_user }, id)}
            className="clamp"
            title={name}
            onClick={onFollow}
          >
            {t('tokens.endingOne', { name })}
          </PageLink>
          <div className={css.runState}>
            <DaysLeft
              days={daysBetween(today, end_date)}
              label={t('tokens.daysLeft', { days: daysBetween(today, end_date) })}
            />
            <span className="clamp" title={owner_name}>
              {owner_name}
            </span>
          </div>
        </li>
      ))}
    </ul>
  );
}
