/** What is well, in one line: a person sees that it was looked at. */
import { ACCESS } from '@signet/contract/access';
import { useApi } from '../../api/query.ts';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { useDateTimeFormat } from '../../session/date-time.ts';
import { Allowed } from '../../shell/permission/Allowed.tsx';
import { PageLink } from '../../shell/routing/PageLink.tsx';
import { Calm } from './Calm.tsx';
import css from './overview.module.css';

export function AllElse() {
  const t = useText();
  const time = useDateTimeFormat();
  const at = useApi('GET /account/ui-api/v1/audit-log/checkpoint').data?.at;
  return (
    <ul className={css.well} aria-label={t('overview.allElse')}>
      <Allowed access={ACCESS.platformHealth.view}>
        <Calm />
      </Allowed>
      {at && (
        <li>
          <i className={css.dot} />
          <PageLink to={paths.logging()}>{t('overview.logSigned', { at: time(at) })}</PageLink>
        </li>
      )}
    </ul>
  );
}
