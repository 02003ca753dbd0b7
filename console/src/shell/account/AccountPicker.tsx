/** Chooses one of the accounts that the person may see: all of them, or those whose name holds what is typed. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryOf } from '../../api/query.ts';
import { SearchChoice } from '../choice/SearchChoice.tsx';
import type { FieldProps } from '../form/form-shell.ts';
import { useAccountChoice } from './use-account-choice.ts';

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
  const [typed, setTyped] = useState('');
  const [isOpened, setIsOpened] = useState(false);
  const chosen = useQuery({
    ...queryOf('GET /account/ui-api/v1/customer', { query: { friendly_identifier: String(value), limit: 1 } }),
    enabled: value !== '',
  }).data?.items.find(({ id }) => id === value);
  // The field shows the chosen name: then nobody is looking for anything.
  const sought = typed === chosen?.name ? '' : typed;
  const { offered, more, refuses, isOffered, isAnswered, nothing } = useAccountChoice({ sought, isOpened, type });
  const data = [...(chosen && !isOffered(chosen.id) ? [chosen] : []), ...offered].map(({ id, name }) => ({
    value: id,
    label: name,
  }));
  return (
    <SearchChoice
      {...field}
      value={chosen ? String(value) : null}
      onChange={(id) => (id !== null || clearable) && onChange(id ?? '')}
      clearable={clearable}
      data={[...data, ...more]}
      comboboxProps={{ withinPortal: !inPopover }}
      refuses={refuses}
      isAnswered={isAnswered}
      searchValue={typed}
      onSearchChange={setTyped}
      onDropdownOpen={() => setIsOpened(true)}
      // The chosen one is among the options for its name's sake, whatever is being looked for.
      filter={({ options }) =>
        sought === '' ? options : options.filter((option) => 'group' in option || isOffered(option.value))
      }
      nothingFoundMessage={nothing}
      allowDeselect={false}
      openOnFocus={false}
      maxDropdownHeight={260}
    />
  );
}
