/** The form of the filter by person: a person or service user, of those that the viewer may find. */
import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { LIMITS } from '@signet/contract/limits';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryOf } from '../../api/query.ts';
import { useText } from '../../i18n/text.ts';
import { FilterForm } from '../list/FilterForm.tsx';

export function PersonEditor({ onApply }: { value: string; onApply: (value: string) => void }) {
  const t = useText();
  const [chosen, setChosen] = useState('');
  const [typed, setTyped] = useState('');
  const [text] = useDebouncedValue(typed.trim().slice(0, LIMITS.searchTextMax), 200);
  const found = useQuery({
    ...queryOf('GET /account/ui-api/v1/search', { query: { text } }),
    enabled: text !== '',
    placeholderData: keepPreviousData,
  });
  const label = (name: string, more: string | null) => (more === null ? name : `${name} (${more})`);
  const choices = [
    ...(found.data?.people ?? []).map((one) => ({ value: one.id, label: label(one.name, one.user_name) })),
    ...(found.data?.service_users ?? []).map((one) => ({ value: one.id, label: label(one.name, one.account_name) })),
  ];
  return (
    <FilterForm chosen={chosen} onApply={onApply}>
      <Select
        size="xs"
        searchable
        label={t('list.person')}
        placeholder={t('list.findPerson')}
        comboboxProps={{ withinPortal: false }}
        data={choices}
        // What the platform finds, it finds by more than the name.
        filter={({ options }) => options}
        value={chosen === '' ? null : chosen}
        onChange={(value) => setChosen(value ?? '')}
        searchValue={typed}
        onSearchChange={setTyped}
        nothingFoundMessage={text === '' ? undefined : t('list.noPerson')}
      />
    </FilterForm>
  );
}
