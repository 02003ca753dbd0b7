/** A choice of several of many, which typing finds; Mantine's MultiSelect, which forgets nothing that was typed. */
import { MultiSelect, type MultiSelectProps } from '@mantine/core';
import { useState } from 'react';
import { drawOptions } from './refused-options.tsx';
import { flat, useLeaving, type Findable, type Options } from './use-leaving.tsx';
import { useNothingFound } from './use-nothing-found.tsx';

type Props = Omit<MultiSelectProps, 'data' | 'onChange' | 'value' | 'searchable'> &
  Findable & { data: Options; value: readonly string[]; onChange: (value: string[]) => void };

export function SearchChoices({ called, refuses, isAnswered, data, value, onChange, onBlur, error, ...select }: Props) {
  const [ownText, setOwnText] = useState('');
  const { searchValue: typed = ownText, onSearchChange: onTyped = setOwnText } = select;
  const {
    wrong,
    show: _,
    ...leaving
  } = useLeaving({
    options: flat(data),
    called,
    refuses,
    isAnswered,
    typed,
    onTyped,
    label: '',
    onTake: (option) => {
      onTyped('');
      if (!value.includes(option.value)) onChange([...value, option.value]);
    },
    onBlur,
  });
  const { status, list } = useNothingFound(select.nothingFoundMessage, select);
  const message = error || wrong;
  return (
    <>
      <MultiSelect
        {...select}
        {...leaving}
        {...list}
        {...(refuses ? { renderOption: drawOptions(refuses, select.renderOption) } : {})}
        searchable
        data={data}
        value={[...value]}
        onChange={onChange}
        searchValue={typed}
        error={message}
        description={message ? null : select.description}
        aria-invalid={message ? true : select['aria-invalid']}
      />
      {status}
    </>
  );
}
