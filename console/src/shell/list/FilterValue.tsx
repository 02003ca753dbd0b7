/** Chooses the value of one filter: from a list, in a field, or in the filter's own form. Takes the focus. */
import { Button, TextInput } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useText } from '../../i18n/text.ts';
import type { FilterSpec } from './Filters.tsx';
import css from './list.module.css';

type Props<F extends string> = { filter: FilterSpec<F>; value: string; onApply: (value: string) => void };

export function FilterValue<F extends string>({ filter, value, onApply }: Props<F>) {
  const box = useRef<HTMLDivElement>(null);
  // The popover traps the focus when it opens; what it showed then may be gone by now.
  useEffect(() => box.current?.querySelector<HTMLElement>('[aria-pressed=true], input, button')?.focus(), []);
  const Editor = filter.editor;
  return (
    <div ref={box}>
      {filter.choices?.map((choice) => (
        <FilterOption key={choice.value} words={choice.label} chosen={choice.value === value} onChoose={() => onApply(choice.value)} />
      ))}
      {Editor && <Editor value={value} onApply={onApply} />}
      {!filter.choices && !Editor && <ValueForm filter={filter} value={value} onApply={onApply} />}
    </div>
  );
}

export function FilterOption({ words, chosen, onChoose }: { words: string; chosen?: boolean; onChoose: () => void }) {
  return (
    <button type="button" className={css.option} aria-pressed={chosen} onClick={onChoose}>
      {words}
      {chosen && <IconCheck size={16} stroke={1.75} aria-hidden />}
    </button>
  );
}

function ValueForm<F extends string>({ filter, value: before, onApply }: Props<F>) {
  const t = useText();
  const [value, setValue] = useState(before);
  return (
    <form
      className={css.valueForm}
      onSubmit={(event) => {
        event.preventDefault();
        if (value.trim() !== '') onApply(value.trim());
      }}
    >
      <TextInput size="xs" type={filter.kind === 'day' ? 'date' : 'text'} maxLength={255} label={filter.label} value={value} onChange={(event) => setValue(event.currentTarget.value)} />
      <Button type="submit" variant="filled">{t('list.apply')}</Button>
    </form>
  );
}
