/** A choice of one of many, which typing finds; Mantine's Select, which forgets nothing that was typed. */
import { Select, type SelectProps } from '@mantine/core';
import { useState } from 'react';
import { drawOptions } from './refused-options.tsx';
import { flat, useLeaving, type Findable, type Option, type Options } from './use-leaving.tsx';
import { useNothingFound } from './use-nothing-found.tsx';

type Props = Omit<SelectProps, 'data' | 'onChange' | 'value' | 'searchable'> &
  Findable & {
    data: Options;
    value: string | null;
    onChange: (value: string | null, option: Option | null) => void;
  };

export function SearchChoice({ called, refuses, isAnswered, data, value, onChange, onBlur, error, ...select }: Props) {
  const [ownText, setOwnText] = useState('');
  const { searchValue: typed = ownText, onSearchChange: onTyped = setOwnText } = select;
  const options = flat(data);
  const label = options.find((one) => one.value === value)?.label ?? '';
  const { wrong, show, ...leaving } = useLeaving({
    options,
    called,
    refuses,
    isAnswered,
    typed,
    onTyped,
    label,
    onTake: (option) => {
      show(option.label);
      if (option.value !== value) onChange(option.value, option);
    },
    onBlur,
  });
  const { status, list } = useNothingFound(select.nothingFoundMessage, select);
  const message = error || wrong;
  return (
    <>
      <Select
        {...select}
        {...leaving}
        {...list}
        {...(refuses ? { renderOption: drawOptions(refuses, select.renderOption) } : {})}
        searchable
        data={data}
        value={value}
        onChange={onChange}
        onOptionSubmit={(id) => show(options.find((one) => one.value === id)?.label ?? '')}
        searchValue={typed}
        error={message}
        description={message ? null : select.description}
        aria-invalid={message ? true : select['aria-invalid']}
      />
      {status}
    </>
  );
}
