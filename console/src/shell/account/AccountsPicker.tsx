/** Chooses several accounts, in an order that counts. */
import { useState } from 'react';
import { SearchChoices } from '../choice/SearchChoices.tsx';
import type { FieldProps } from '../form/form-shell.ts';
import { useAccountsOf } from './named-account.ts';
import { useAccountChoice } from './use-account-choice.ts';

type Account = { id: string; name: string };

/** `field`: what `shell.field('…')` gives; the value is a list of ids. `partners`: offers partner accounts alone. */
export function AccountsPicker({
  field: { value, ...field },
  partners,
  known: first,
}: {
  field: FieldProps;
  partners: boolean;
  /** Names of those that are chosen at first. */
  known: readonly Account[];
}) {
  const ids: readonly string[] = Array.isArray(value) ? value : [];
  const [seen, setSeen] = useState(first);
  const [typed, setTyped] = useState('');
  const [isOpened, setIsOpened] = useState(false);
  const choice = useAccountChoice({ sought: typed, isOpened, type: partners ? 'partner' : undefined });
  const offered: readonly Account[] = choice.offered;
  const known = [...seen, ...offered];
  // Whoever comes from the page of an account brings its id alone, and so does a draft.
  const found = useAccountsOf(ids.filter((id) => !known.some((one) => one.id === id)));
  const named = [...known, ...found];
  const chosen = ids.map((id) => named.find((one) => one.id === id) ?? { id, name: id });
  const all = [...chosen, ...offered.filter(({ id }) => !ids.includes(id))];
  const onChange = (next: string[]) => {
    setSeen(all.filter(({ id }) => next.includes(id)));
    field.onChange(next);
  };
  return (
    <SearchChoices
      {...field}
      value={ids}
      onChange={onChange}
      data={[...all.map(({ id, name }) => ({ value: id, label: name })), ...choice.more]}
      refuses={choice.refuses}
      isAnswered={choice.isAnswered}
      searchValue={typed}
      onSearchChange={setTyped}
      onDropdownOpen={() => setIsOpened(true)}
      // The server has looked already, and finds by more than the name.
      filter={({ options }) => options.filter((option) => 'group' in option || choice.isOffered(option.value))}
      nothingFoundMessage={choice.nothing}
      hidePickedOptions
      maxDropdownHeight={260}
    />
  );
}
