/** Chooses one of the accounts that the person may see: all of them, or those whose name holds what is typed. */
import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { folded } from '@signet/contract/folding';
import { LIMITS } from '@signet/contract/limits';
import { useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { queryOf } from '../../api/query.ts';
import { useText } from '../../i18n/text.ts';
import type { FieldProps } from '../form/form-shell.ts';

const CUSTOMERS = 'GET /account/ui-api/v1/customer';
/** How many a browser lays out in a moment. Where there are more, the list says so, and typing finds the others. */
const LAID_OUT = 1_000;

/** Takes what `shell.field('…')` gives; the value is the account's id. */
export function AccountPicker({
  value,
  onChange,
  type,
  inPopover = false,
  clearable = false,
  ...field
}: FieldProps & {
  /** Offers accounts of this type alone. */ type?: 'partner';
  /** Stands in a popover, which a click outside would close. */ inPopover?: boolean;
  /** None is an answer too: empty. */ clearable?: boolean;
}) {
  const t = useText();
  const [typed, setTyped] = useState('');
  const [isOpened, setIsOpened] = useState(false);
  const [searchText] = useDebouncedValue(typed, 200);
  const chosen = useQuery({
    ...queryOf(CUSTOMERS, { query: { friendly_identifier: String(value), limit: 1 } }),
    enabled: value !== '',
  }).data?.items.find(({ id }) => id === value);
  // The field shows the chosen name: then nobody is looking for anything.
  const isSought = (text: string): boolean => text !== '' && text !== chosen?.name;
  // Nobody waits for a long list that is never opened (S-248).
  const found = useQuery({
    ...queryOf(CUSTOMERS, {
      query: {
        limit: LIMITS.largeListLimit,
        ...(type ? { type } : {}),
        ...(isSought(searchText) ? { name: searchText } : {}),
      },
    }),
    enabled: isOpened,
    placeholderData: keepPreviousData,
  });
  // What is laid out already is narrowed with each key, so that nothing moves under the pointer when the answer comes.
  const known = found.data?.items ?? [];
  const isAnswered = typed === searchText && !found.isPlaceholderData;
  const part = isSought(typed) && !isAnswered && known.length <= LAID_OUT ? folded(typed.trim()) : '';
  const items = part === '' ? known : known.filter(({ name }) => folded(name).includes(part));
  const offered = items.slice(0, LAID_OUT);
  const more = items.length - offered.length;
  const data = [...(chosen && !offered.some(({ id }) => id === chosen.id) ? [chosen] : []), ...offered].map(
    ({ id, name }) => ({ value: id, label: name, disabled: false }),
  );
  if (more > 0) data.push({ value: 'more', label: t('list.typeOn', { count: more }), disabled: true });
  return (
    <Select
      {...field}
      value={chosen ? String(value) : null}
      onChange={(id) => (id !== null || clearable) && onChange(id ?? '')}
      clearable={clearable}
      data={data}
      comboboxProps={{ withinPortal: !inPopover }}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      onDropdownOpen={() => setIsOpened(true)}
      // The chosen one is among the options for its name's sake, whatever is being looked for.
      filter={({ options }) =>
        isSought(typed)
          ? options.filter(
              (option) => 'group' in option || offered.some(({ id }) => id === option.value) || option.value === 'more',
            )
          : options
      }
      nothingFoundMessage={t(found.isFetching ? 'common.loading' : 'list.noMatch')}
      allowDeselect={false}
      openOnFocus={false}
      maxDropdownHeight={260}
    />
  );
}
