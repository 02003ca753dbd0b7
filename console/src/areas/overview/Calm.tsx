/** Said where nothing stands still on the platform; what does has a row above. */
import { useApi } from '../../api/query.ts';
import { useText } from '../../i18n/text.ts';
import css from './overview.module.css';

export function Calm() {
  const t = useText();
  const items = useApi('GET /account/ui-api/v1/platform/health').data?.items;
  if (items?.length !== 0) return null;
  return (
    <li>
      <i className={css.dot} />
      {t('overview.nothingStandsStill')}
    </li>
  );
}
