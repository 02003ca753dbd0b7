/** Chooses one of the people that the viewer may find. */
import { useDebouncedValue } from '@mantine/hooks';
import { ACCESS } from '@signet/contract/access';
import { LIMITS } from '@signet/contract/limits';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryOf } from '../../api/query.ts';
import { problemText } from '../../api/show-problem.ts';
import { useText } from '../../i18n/text.ts';
import { SearchChoice } from '../choice/SearchChoice.tsx';
import type { FieldProps } from '../form/form-shell.ts';
import { Allowed } from '../permission/Allowed.tsx';
import { ReadName } from './ReadName.tsx';

/** Takes what `shell.field('…')` gives; the value is the person's id. */
export function PersonPicker({ value, onChange, ...field }: FieldProps) {
  const t = useText();
  const [typed, setTyped] = useState('');
  const [text] = useDebouncedValue(typed.trim().slice(0, LIMITS.searchTextMax), 200);
  const [label, setLabel] = useState('');
  const chosen = value === '' ? '' : label;
  const found = useQuery({
    ...queryOf('GET /account/ui-api/v1/search', { query: { text } }),
    enabled: text !== '' && text !== chosen,
    placeholderData: keepPreviousData,
  });
  const people = found.data?.people ?? [];
  const choices = people.map(({ id, name, user_name }) => ({ value: id, label: `${name} (${user_name})` }));
  const own = chosen === '' ? [] : [{ value: String(value), label: chosen }];
  return (
    <>
      {value !== '' && label === '' && (
        <Allowed access={ACCESS.administrators.view}>
          <ReadName id={String(value)} onName={setLabel} />
        </Allowed>
      )}
      <SearchChoice
        {...field}
        called={(id) => people.filter((one) => one.id === id).flatMap(({ name, user_name }) => [name, user_name])}
        isAnswered={text === typed.trim() && !found.isFetching}
        // In a dialog the focus alone would open it, and Escape close it and not the dialog.
        openOnFocus={false}
        placeholder={t('list.findPerson')}
        data={[...own, ...choices.filter((one) => one.value !== value)]}
        // What the platform finds, it finds by more than the name.
        filter={({ options }) => options}
        value={chosen === '' ? null : String(value)}
        onChange={(id, option) => {
          setLabel(option?.label ?? '');
          onChange(id ?? '');
        }}
        searchValue={typed}
        onSearchChange={setTyped}
        nothingFoundMessage={text === '' ? undefined : found.error ? problemText(found.error) : t('list.noPerson')}
        allowDeselect={false}
      />
    </>
  );
}
