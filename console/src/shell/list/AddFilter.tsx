/** Chooses a filter, then its value. */
import { Button, Popover, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useText } from '../../i18n/text.ts';
import { useFirstFocus } from '../first-focus.ts';
import type { FilterSpec } from './Filters.tsx';
import type { List } from './list-state.ts';
import css from './list.module.css';

export function AddFilter<F extends string>({ list, filters }: { list: List<F>; filters: readonly FilterSpec<F>[] }) {
  const t = useText();
  const [opened, setOpened] = useState(false);
  const [name, setName] = useState<F | null>(null);
  const filter = filters.find((one) => one.name === name) ?? null;
  const open = (yes: boolean) => {
    setOpened(yes);
    setName(null);
  };
  const choose = (value: string) => {
    open(false);
    if (filter) list.setFilters({ [filter.name]: value } as Partial<Record<F, string>>);
  };
  return (
    <Popover opened={opened} onChange={open} position="bottom-start" trapFocus returnFocus shadow="md" radius="md">
      <Popover.Target>
        <button type="button" className={`${css.chip} ${css.add}`} aria-expanded={opened} onClick={() => open(!opened)}>
          <IconPlus size={13} stroke={1.75} aria-hidden />
          {t('list.addFilter')}
        </button>
      </Popover.Target>
      <Popover.Dropdown p={4} aria-label={t('list.addFilter')}>
        {!filter && filters.map((one) => <Option key={one.name} words={one.label} onChoose={() => setName(one.name)} />)}
        {filter?.choices?.map((choice) => <Option key={choice.value} words={choice.label} onChoose={() => choose(choice.value)} />)}
        {filter && !filter.choices && <ValueForm filter={filter} onApply={choose} />}
      </Popover.Dropdown>
    </Popover>
  );
}

function Option({ words, onChoose }: { words: string; onChoose: () => void }) {
  return <button type="button" className={css.option} onClick={onChoose}>{words}</button>;
}

function ValueForm<F extends string>({ filter, onApply }: { filter: FilterSpec<F>; onApply: (value: string) => void }) {
  const t = useText();
  const [value, setValue] = useState('');
  const form = useRef<HTMLFormElement>(null);
  useFirstFocus(form);
  return (
    <form
      ref={form}
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
