/** Chooses one of the accounts that the person may see; asks the server for what is typed. */
import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { queryOf, useApiList } from '../api/query.ts';
import { useText } from '../i18n/text.ts';
import type { FieldProps } from './use-form-shell.tsx';

const CUSTOMERS = 'GET /account/ui-api/v1/customer';
/** How many are offered; whoever looks for another one types on. */
const OFFERED = 20;

/** Takes what `shell.field('…')` gives; the value is the account's id. */
export function AccountPicker({ value, onChange, type, ...field }: FieldProps & { /** Offers accounts of this type alone. */ type?: 'partner' }) {
  const t = useText();
  const [typed, setTyped] = useState('');
  const [asked] = useDebouncedValue(typed, 200);
  const chosen = useQuery({ ...queryOf(CUSTOMERS, { query: { friendly_identifier: String(value), limit: 1 } }), enabled: value !== '' }).data?.items.find(({ id }) => id === value);
  // The field shows the chosen name: then nobody is looking for anything.
  const looking = asked !== '' && asked !== chosen?.name;
  const found = useApiList(CUSTOMERS, { query: { limit: OFFERED, ...(type ? { type } : {}), ...(looking ? { name: asked } : {}) } });
  const offered = found.data?.items ?? [];
  const data = [...(chosen && !offered.some(({ id }) => id === chosen.id) ? [chosen] : []), ...offered].map(({ id, name }) => ({ value: id, label: name }));
  return (
    <Select
      {...field}
      value={chosen ? String(value) : null}
      onChange={(id) => id !== null && onChange(id)}
      data={data}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      filter={({ options }) => options}
      nothingFoundMessage={t('list.noMatch')}
      allowDeselect={false}
      openOnFocus={false}
      maxDropdownHeight={260}
    />
  );
}
