/** What an administrator gains and loses, were scope and roles saved as they stand in the form; beside the form. */
import { useDebouncedValue } from '@mantine/hooks';
import type { Administrator } from '@signet/contract/areas/administrators';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { questionOf } from '../../api/query.ts';
import { problemText } from '../../api/show-problem.ts';
import { useText } from '../../i18n/text.ts';
import { usePermissionName } from '../../shell/permission/permission-names.ts';
import { useLateBusy } from '../../ui/Busy.tsx';
import { placeBody, valuesOf, type AdministratorValues } from './administrator-form.ts';
import css from './administrators.module.css';

type Position = Pick<AdministratorValues, 'access_scope' | 'account_ids' | 'role_ids'>;
/** `rolesOnly`: the form beside it asks for nothing else. */
type Props = { administrator: Administrator; values: Position; rolesOnly: boolean };

/** The same position is the same text. */
const keyOf = ({ access_scope: scope, account_ids, role_ids }: Position): string =>
  [scope, ...[...account_ids, ...role_ids].toSorted()].join(' ');

export function PositionEffects({ administrator, values, rolesOnly }: Props) {
  const { id, name } = administrator;
  const t = useText();
  const nameOfPermission = usePermissionName();
  const now = keyOf(valuesOf(administrator));
  const [asked] = useDebouncedValue(values, 200);
  const askedKey = keyOf(asked);
  const differs = askedKey !== now;
  const { data, error, isPlaceholderData } = useQuery({
    ...questionOf('POST /account/ui-api/v1/user/{id}/preview', {
      params: { id },
      body: { ...placeBody(asked), role_ids: asked.role_ids },
    }),
    enabled: differs,
    placeholderData: keepPreviousData,
  });
  // What stands there is said of a former choice.
  const isFormer = askedKey !== keyOf(values) || (differs && isPlaceholderData);
  const late = useLateBusy(isFormer);
  const none = data && data.gains.length + data.loses.length === 0;
  return (
    <section className={`card ${css.effects}`} aria-labelledby="position-effects">
      <h2 id="position-effects">{t('administrators.effects', { name })}</h2>
      <div aria-live="polite" aria-busy={isFormer} data-late={late || undefined}>
        {!differs && (
          <p className="t2">{t(rolesOnly ? 'administrators.effectsBeforeRoles' : 'administrators.effectsBefore')}</p>
        )}
        {differs && error && <p className="t2">{problemText(error)}</p>}
        {differs && !error && none && <p className="t2">{t('administrators.effectsNone')}</p>}
        {differs && !error && data && (
          <>
            <Names sign="gain" head={t('administrators.gains')} names={data.gains.map(nameOfPermission)} />
            <Names sign="loss" head={t('administrators.loses')} names={data.loses.map(nameOfPermission)} />
          </>
        )}
      </div>
    </section>
  );
}

function Names({ sign, head, names }: { sign: 'gain' | 'loss'; head: string; names: readonly string[] }) {
  if (names.length === 0) return null;
  const Sign = sign === 'gain' ? IconPlus : IconMinus;
  return (
    <>
      <h3>{head}</h3>
      <ul>
        {names.map((name) => (
          <li key={name} data-effect={sign}>
            <Sign size={16} stroke={2} aria-hidden />
            {name}
          </li>
        ))}
      </ul>
    </>
  );
}
