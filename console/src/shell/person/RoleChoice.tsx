/** The roles of a person or service user, for each application apart. */
import type { AssignableRole, HeldRole } from '@signet/contract/areas/people';
import { APP_CODES, type AppCode } from '@signet/contract/viewer';
import { problemText } from '../../api/show-problem.ts';
import { useText } from '../../i18n/text.ts';
import { SearchChoices } from '../choice/SearchChoices.tsx';
import type { FieldProps } from '../form/form-shell.ts';
import css from './person.module.css';

/** Out of the card, but within the page's main part. */
const IN_MAIN = { portalProps: { target: '#main' } };

/** Beside its field, not above it. */
const BESIDE = { label: { marginBottom: 0 } };

/** `fixed`: can't be given. */
type Option = { value: string; label: string; fixed: boolean; note: string };

type Props = {
  /** What `shell.field('role_ids', …)` gives; the value is a list of ids. */
  field: FieldProps;
  /** From useAssignableRoles. */
  roles: readonly AssignableRole[];
  /** Those that the person has already: they stay, also where they can be given no more. */
  held: readonly HeldRole[];
};

export function RoleChoice({ field, roles, held }: Props) {
  const t = useText();
  const { id, value, onChange, onBlur, error, description } = field;
  const chosen: readonly string[] = Array.isArray(value) ? value : [];
  const options = useOptions(roles, held);
  const apps = APP_CODES.filter((app) => options(app).length > 0);
  const messageId = `${id}-message`;
  return (
    <div id={id} tabIndex={-1} role="group" aria-label={t('people.roles')} aria-describedby={messageId}>
      <div className={`card ${css.roles}`}>
        {apps.map((app) => {
          const all = options(app);
          const own = all.filter((one) => chosen.includes(one.value)).map((one) => one.value);
          const isFixed = (role: string) => all.some((one) => one.fixed && one.value === role);
          const others = chosen.filter((one) => !all.some((option) => option.value === one));
          return (
            <SearchChoices
              key={app}
              classNames={{
                root: css.role ?? '',
                error: css.wrong ?? '',
              }}
              styles={BESIDE}
              label={t(`product.${app}`)}
              size="xs"
              data={all}
              value={own}
              onChange={(next) => onChange([...others, ...next.filter((one) => own.includes(one) || !isFixed(one))])}
              onBlur={onBlur}
              refuses={(role) => !own.includes(role) && isFixed(role)}
              placeholder={own.length === 0 ? t('people.noRoleIn') : ''}
              nothingFoundMessage={t('list.nothing')}
              comboboxProps={IN_MAIN}
              openOnFocus={false}
              maxDropdownHeight={260}
              renderOption={({ option }) => <RoleOption option={all.find((one) => one.value === option.value)} />}
              aria-invalid={error ? true : undefined}
            />
          );
        })}
      </div>
      <div id={messageId} className={css.message}>
        {error || description}
      </div>
    </div>
  );
}

function RoleOption({ option }: { option: Option | undefined }) {
  if (!option) return null;
  return (
    <span className={css.option}>
      {option.label}
      {option.note !== '' && <span className={css.note}>{option.note}</span>}
    </span>
  );
}

/** What an application offers: what can be given, what can't with the reason, and what the person has beside it. */
function useOptions(roles: readonly AssignableRole[], held: readonly HeldRole[]): (app: AppCode) => readonly Option[] {
  const t = useText();
  const offered = (role: AssignableRole): Option => ({
    value: role.id,
    label: role.name,
    // Who has it keeps it, and may give it back.
    fixed: role.why_not !== null && !held.some(({ id }) => id === role.id),
    note: role.why_not
      ? problemText({ message: '', ...reasonOf(role.why_not) })
      : [role.account_name, role.description].filter(Boolean).join(': '),
  });
  const kept = (role: HeldRole): Option => ({
    value: role.id,
    label: role.archived ? t('people.archivedRole', { name: role.name }) : role.name,
    fixed: false,
    note: '',
  });
  return (app) => [
    ...roles.filter(({ app_code }) => app_code === app).map(offered),
    ...held.filter(({ id, app_code }) => app_code === app && !roles.some((role) => role.id === id)).map(kept),
  ];
}

const reasonOf = ({ status, params }: NonNullable<AssignableRole['why_not']>) => ({ status, params });
