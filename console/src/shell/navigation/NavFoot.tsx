/** The foot of the navigation: whether this platform runs on an evaluation license, and the version. */
import { useQuery } from '@tanstack/react-query';
import { useText } from '../../i18n/text.ts';
import { licenseStatusQuery } from '../../session/license-gate.ts';
import { StatusBadge } from '../../ui/State.tsx';
import css from '../frame/frame.module.css';

export function NavFoot() {
  const t = useText();
  const { data } = useQuery(licenseStatusQuery);
  return (
    <div className={css.foot}>
      {data?.evaluation && (
        <div className={css.evaluation}>
          <StatusBadge tone="warn">{t('nav.evaluation')}</StatusBadge>
        </div>
      )}
      <div>{t('nav.version', { version: __VERSION__ })}</div>
    </div>
  );
}
