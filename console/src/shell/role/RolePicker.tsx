/** Chooses one of the roles that the person may see, by application, or by a part of its name. */
import { useDebouncedValue } from '@mantine/hooks';
import type { Reason } from '@signet/contract/problem';
import { APP_CODES } from '@signet/contract/viewer';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryOf } from '../../api/query.ts';
import { problemText } from '../../api/show-problem.ts';
import { useText } from '../../i18n/text.ts';
import { SearchChoice } from '../choice/SearchChoice.tsx';
import type { PickedRole } from './picked-role.ts';
import { useRoleOwner } from './role-owner.ts';
import css from './role.module.css';

/** How many are offered; typing finds the others. */
const OFFERED = 100;
/** The value of the line that says so. */
const MORE = 'more';

type Props = {
  label: string;
  role: PickedRole | null;
  onChoose: (role: PickedRole) => void;
  /** Leaves archived ones out: they can be given no more. */
  givable?: boolean;
  /** Why a role can't be chosen; it is offered all the same, with the reason. */
  whyNot?: (role: PickedRole) => Reason | null;
  /** Stands in a popover, which a click outside would close. */
  inPopover?: boolean;
};

export function RolePicker({ label, role, onChoose, givable = false, whyNot, inPopover = false }: Props) {
  const t = useText();
  const owner = useRoleOwner();
  const [typed, setTyped] = useState('');
  const [isOpened, setIsOpened] = useState(false);
  const [asked] = useDebouncedValue(typed, 200);
  const nameOf = (one: PickedRole) =>
    one.archived_at === null ? one.name : t('people.archivedRole', { name: one.name });
  const labelOf = (one: PickedRole) => `${nameOf(one)} (${t(`product.${one.app_code}`)}, ${owner(one)})`;
  const current = role ? labelOf(role) : '';
  const name = asked === current ? '' : asked.trim();
  const query = {
    limit: OFFERED,
    sort: ['app_code:asc'],
    ...(givable ? { archived: 'false' as const } : {}),
    ...(name === '' ? {} : { name }),
  };
  const { data, error, isFetching } = useQuery({
    ...queryOf('GET /account/ui-api/v1/role', { query }),
    enabled: isOpened,
    placeholderData: keepPreviousData,
  });
  const found: readonly PickedRole[] = data?.items ?? [];
  const more = (data?.total ?? 0) - found.length;
  const offered = role && !found.some(({ id }) => id === role.id) ? [role, ...found] : found;
  const groups = APP_CODES.map((app) => ({
    group: t(`product.${app}`),
    items: offered.filter(({ app_code }) => app_code === app).map((one) => ({ value: one.id, label: labelOf(one) })),
  })).filter(({ items }) => items.length > 0);
  const typeOn = { value: MORE, label: t('list.typeOn', { count: more }) };
  return (
    <SearchChoice
      label={label}
      placeholder={t('form.choose')}
      value={role?.id ?? null}
      onChange={(id) => {
        const chosen = offered.find((one) => one.id === id);
        if (chosen) onChoose(chosen);
      }}
      data={more > 0 ? [...groups, typeOn] : groups}
      renderOption={({ option }) => {
        const one = offered.find(({ id }) => id === option.value);
        if (!one) return option.label;
        const reason = whyNot?.(one);
        return (
          <span className={css.option}>
            {nameOf(one)}
            <span className={css.note}>{reason ? problemText({ message: '', ...reason }) : owner(one)}</span>
          </span>
        );
      }}
      comboboxProps={{ withinPortal: !inPopover }}
      refuses={(id) => id === MORE || offered.some((one) => one.id === id && Boolean(whyNot?.(one)))}
      called={(id) => offered.filter((one) => one.id === id).map((one) => one.name)}
      isAnswered={asked === typed && !isFetching}
      searchValue={typed}
      onSearchChange={setTyped}
      onDropdownOpen={() => setIsOpened(true)}
      // The server has looked already, by the name alone.
      filter={({ options: all }) => all}
      nothingFoundMessage={error ? problemText(error) : t(isFetching ? 'common.loading' : 'list.nothing')}
      allowDeselect={false}
      openOnFocus={false}
      maxDropdownHeight={260}
    />
  );
}
