/** Chooses the value of one filter: from a list, in a field, or in the filter's own form. Takes the focus. */
import type { Reason } from '@signet/contract/problem';
import { Button, createScopedKeydownHandler, TextInput } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useRef, useState, type ReactNode, type RefObject } from 'react';
import { useText } from '../../i18n/text.ts';
import { useDayRule } from '../day/day-texts.ts';
import { DayField } from '../day/DayField.tsx';
import { ReasonText } from '../form/ReasonText.tsx';
import { AtOnce } from '../../ui/AtOnce.tsx';
import type { FilterSpec } from './filter-spec.ts';
import { useFocusBack, useFocusInside } from './popover-focus.ts';
import css from './filters.module.css';

type ValueProps<F extends string> = { filter: FilterSpec<F>; value: string; onApply: (value: string) => void };
/** `button` opened it, and gets the focus back. `onAll` takes the filter away, where it is in force. */
type Props<F extends string> = ValueProps<F> & { button: RefObject<HTMLElement | null>; onAll?: () => void };

export function FilterValue<F extends string>({ filter, value, onApply, button, onAll }: Props<F>) {
  const t = useText();
  useFocusBack(button);
  const box = useRef<HTMLDivElement>(null);
  useFocusInside(box, '[aria-pressed=true], input, button');
  const Editor = filter.editor;
  return (
    <div ref={box}>
      {filter.choices?.map((choice) => (
        <FilterOption
          key={choice.value}
          label={choice.label}
          chosen={choice.value === value}
          onChoose={() => onApply(choice.value)}
        />
      ))}
      {filter.choices && onAll && <FilterOption label={t('list.all')} chosen={false} onChoose={onAll} />}
      {Editor && <Editor value={value} onApply={onApply} />}
      {!filter.choices && !Editor && <ValueForm filter={filter} value={value} onApply={onApply} />}
    </div>
  );
}

/** A list of options that a button has opened. */
export function FilterOptions({ button, children }: { button: RefObject<HTMLElement | null>; children: ReactNode }) {
  useFocusBack(button);
  const box = useRef<HTMLDivElement>(null);
  useFocusInside(box, 'button');
  return <div ref={box}>{children}</div>;
}

/** As in menus: the arrow keys, Home and End move among the options of a popover. */
const moveAmongOptions = createScopedKeydownHandler({
  siblingSelector: 'button',
  parentSelector: '[role=dialog]',
  orientation: 'vertical',
});

export function FilterOption({ label, chosen, onChoose }: { label: string; chosen?: boolean; onChoose: () => void }) {
  return (
    <button type="button" className={css.option} aria-pressed={chosen} onKeyDown={moveAmongOptions} onClick={onChoose}>
      {label}
      {chosen && <IconCheck size={16} stroke={1.75} aria-hidden />}
    </button>
  );
}

function ValueForm<F extends string>({ filter, value: before, onApply }: ValueProps<F>) {
  const t = useText();
  const dayRule = useDayRule();
  const [value, setValue] = useState(before);
  const [tried, setTried] = useState(false);
  const whyNot = (text: string): Reason | null => {
    if (text === '') return { status: 'REQUIRED' };
    const { max } = filter;
    // What the API refuses would count as no filter at all.
    if (max !== undefined && text.length > max) return { status: 'MAX_LENGTH', params: { max } };
    return (filter.kind === 'day' ? dayRule(text) : null) ?? filter.whyNot?.(text) ?? null;
  };
  const wrong = tried ? whyNot(value.trim()) : null;
  const error = wrong && (
    <AtOnce>
      <ReasonText reason={wrong} />
    </AtOnce>
  );
  return (
    <form
      className={css.valueForm}
      onSubmit={(event) => {
        event.preventDefault();
        const text = value.trim();
        setTried(true);
        if (whyNot(text) === null) onApply(text);
      }}
    >
      {filter.kind === 'day' ? (
        <DayField size="xs" label={filter.label} value={value} onChange={setValue} error={error} />
      ) : (
        <TextInput
          size="xs"
          label={filter.label}
          value={value}
          onChange={(event) => setValue(event.currentTarget.value)}
          error={error}
        />
      )}
      <Button type="submit" variant="filled">
        {t('list.apply')}
      </Button>
    </form>
  );
}
