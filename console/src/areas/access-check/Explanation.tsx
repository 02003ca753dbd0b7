/** The answer: one plain sentence first, then what was looked at, step by step. */
import type { AccessCheck } from '@signet/contract/areas/access-check';
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { useText } from '../../i18n/text.ts';
import { flagName } from '../../shell/permission/flag-name.ts';
import { usePermissionName, useScopeNames } from '../../shell/permission/permission-names.ts';
import { useDayTexts } from '../../shell/day/day-texts.ts';
import css from './access-check.module.css';
import { Steps } from './Steps.tsx';

type Props = { check: AccessCheck; what: string; own: boolean };

export function Explanation({ check, what, own }: Props) {
  const t = useText();
  const { display } = useDayTexts();
  const reason = useReason();
  const { allowed, date, person } = check;
  const words = { who: own ? 'self' : 'other', name: person.name, what };
  const sentence =
    date === null
      ? t(allowed ? 'accessCheck.can' : 'accessCheck.cannot', words)
      : t(allowed ? 'accessCheck.could' : 'accessCheck.couldNot', { ...words, date: display(date) });
  const Icon = allowed ? IconCircleCheck : IconCircleX;
  return (
    <div className="card">
      <div className={css.verdict}>
        <Icon className={allowed ? css.ok : css.bad} size={22} stroke={1.75} aria-hidden />
        <p>
          <strong>{sentence}</strong> {!allowed && reason(check)}
        </p>
      </div>
      <Steps check={check} />
      <p className={css.note}>{t('accessCheck.recordNote')}</p>
    </div>
  );
}

/** The first of the reasons, as a sentence. */
function useReason(): (check: AccessCheck) => string {
  const t = useText();
  const nameOfPermission = usePermissionName();
  const scopes = useScopeNames();
  return ({ obstacles, scopes: needed, permissions, feature, person }) => {
    const [obstacle] = obstacles;
    if (obstacle) return t(`accessCheck.obstacle.${obstacle}`);
    if (needed && !needed.includes(person.access_scope))
      return t('accessCheck.scopeLacks', { scopes: scopes(needed), own: scopes([person.access_scope]) });
    const missing = permissions.filter(({ needed: of, held }) => of === 'all' && !held);
    const listed = (steps: AccessCheck['permissions']) => steps.map(({ name }) => nameOfPermission(name)).join(', ');
    if (missing.length > 0)
      return t('accessCheck.lacksPermission', { count: missing.length, permissions: listed(missing) });
    const any = permissions.filter(({ needed: of }) => of === 'any');
    if (any.length > 0 && !any.some(({ held }) => held))
      return any.length === 1
        ? t('accessCheck.lacksPermission', { count: 1, permissions: listed(any) })
        : t('accessCheck.lacksAny', { permissions: listed(any) });
    if (feature && !feature.on) return t('accessCheck.lacksFeature', { feature: flagName(t, feature.name) });
    return t('accessCheck.sessionStep');
  };
}
