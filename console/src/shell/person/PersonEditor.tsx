/** The form of the filter by person: a person or service user, of those that the viewer may find. */
import { useDebouncedValue } from '@mantine/hooks';
import { LIMITS } from '@signet/contract/limits';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryOf } from '../../api/query.ts';
import { problemText } from '../../api/show-problem.ts';
import { useText } from '../../i18n/text.ts';
import { SearchChoice } from '../choice/SearchChoice.tsx';
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
  const people = found.data?.people ?? [];
  const serviceUsers = found.data?.service_users ?? [];
  const choices = [
    ...people.map((one) => ({ value: one.id, label: label(one.name, one.user_name) })),
    ...serviceUsers.map((one) => ({ value: one.id, label: label(one.name, one.account_name) })),
  ];
  return (
    <FilterForm chosen={chosen} onApply={onApply}>
      <SearchChoice
        size="xs"
        called={(id) => [...people, ...serviceUsers].filter((one) => one.id === id).map(({ name }) => name)}
        isAnswered={text === typed.trim() && !found.isFetching}
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
        nothingFoundMessage={text === '' ? undefined : found.error ? problemText(found.error) : t('list.noPerson')}
      />
    </FilterForm>
  );
}
