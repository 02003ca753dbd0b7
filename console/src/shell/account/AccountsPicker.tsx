/** Chooses several accounts, in an order that counts. */
import { MultiSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryOf } from '../../api/query.ts';
import { useText } from '../../i18n/text.ts';
import type { FieldProps } from '../form/form-shell.ts';
import { useAccountOf } from './named-account.ts';

type Account = { id: string; name: string };
/** How many are offered at once; typing finds the others. */
const OFFERED = 50;

/** `field`: what `shell.field('…')` gives; the value is a list of ids. `partners`: offers partner accounts alone. */
export function AccountsPicker({
  field: { value, ...field },
  partners,
  known,
}: {
  field: FieldProps;
  partners: boolean;
  /** Names of those that are chosen at first. */
  known: readonly Account[];
}) {
  const t = useText();
  const ids: readonly string[] = Array.isArray(value) ? value : [];
  const [seen, setSeen] = useState(known);
  const [typed, setTyped] = useState('');
  const [isOpened, setIsOpened] = useState(false);
  const [searchText] = useDebouncedValue(typed, 200);
  const found = useQuery({
    ...queryOf('GET /account/ui-api/v1/customer', {
      query: {
        limit: OFFERED,
        ...(partners ? { type: 'partner' as const } : {}),
        ...(searchText ? { name: searchText } : {}),
      },
    }),
    enabled: isOpened,
    placeholderData: keepPreviousData,
  });
  const offered: readonly Account[] = found.data?.items ?? [];
  const named = [...seen, ...offered];
  // Whoever comes from the page of an account brings its id alone.
  const unnamed = ids.find((id) => !named.some((one) => one.id === id));
  const itsName = useAccountOf(unnamed);
  const chosen = ids.map((id) => named.find((one) => one.id === id) ?? { id, name: id === unnamed ? itsName : id });
  const all = [...chosen, ...offered.filter(({ id }) => !ids.includes(id))];
  const onChange = (next: string[]) => {
    setSeen(all.filter(({ id }) => next.includes(id)));
    field.onChange(next);
  };
  return (
    <MultiSelect
      {...field}
      value={[...ids]}
      onChange={onChange}
      data={all.map(({ id, name }) => ({ value: id, label: name }))}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      onDropdownOpen={() => setIsOpened(true)}
      // The server has looked already, and finds by more than the name.
      filter={({ options }) =>
        options.filter((option) => 'group' in option || offered.some(({ id }) => id === option.value))
      }
      nothingFoundMessage={t(found.isFetching ? 'common.loading' : 'list.noMatch')}
      hidePickedOptions
      maxDropdownHeight={260}
    />
  );
}
