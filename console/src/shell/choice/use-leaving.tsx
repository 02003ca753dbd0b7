/**
 * What becomes of the text in the field of a choice: who leaves the field takes the highlighted line, or the one option
 * that is called so. Any other text stays, is told to be none of the list, and keeps the form from being sent.
 */
import type { ComboboxItem, ComboboxItemGroup } from '@mantine/core';
import { folded } from '@signet/contract/folding';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type FocusEvent } from 'react';
import { afterPointer } from '../form/after-pointer.ts';
import { ReasonText } from '../form/ReasonText.tsx';

export type Option = ComboboxItem;
export type Options = readonly (Option | ComboboxItemGroup<Option>)[];

export const flat = (options: Options): Option[] =>
  options.flatMap((one): Option[] => ('group' in one ? one.items : [one]));

/** What the pickers say beside what Mantine asks for. */
export type Findable = {
  /** What an option is called beside its label: a name without what tells it from others of that name. */
  called?: ((value: string) => readonly string[]) | undefined;
  /** Options that can't be chosen and say why: see refused-options.tsx. */
  refuses?: ((value: string) => boolean) | undefined;
  /** Whether the options are those of what is typed; until then nobody can say that it is none of them. */
  isAnswered?: boolean | undefined;
};

type Asked = Findable & {
  options: readonly Option[];
  typed: string;
  onTyped: (text: string) => void;
  /** What the field shows where nobody has typed. */
  label: string;
  /** Takes the option as if it had been clicked. */
  onTake: (option: Option) => void;
  onBlur: ((event: FocusEvent<HTMLInputElement>) => void) | undefined;
};

/** The one option that is called so. */
function optionCalled(
  text: string,
  { options, called, refuses }: Pick<Asked, 'options' | 'called' | 'refuses'>,
): Option | null {
  const sought = folded(text.trim());
  const offered = options.filter(({ value, disabled }) => disabled !== true && refuses?.(value) !== true);
  const among = (names: (option: Option) => readonly string[]) =>
    offered.filter((option) => names(option).some((name) => folded(name) === sought));
  const labelled = among(({ label }) => [label]);
  const [first, ...more] = labelled.length > 0 ? labelled : among(({ value }) => called?.(value) ?? []);
  return first && more.length === 0 ? first : null;
}

/** The line that the arrow keys have led to, where the list is open. */
function lineOf(field: HTMLInputElement): HTMLElement | null {
  const list = document.getElementById(field.getAttribute('aria-controls') ?? '');
  return list?.querySelector<HTMLElement>('[data-combobox-selected]:not([aria-disabled=true])') ?? null;
}

export function useLeaving(asked: Asked) {
  const { isAnswered = true, typed, onTyped, label, onTake, onBlur } = asked;
  const field = useRef<HTMLInputElement>(null);
  /** Mantine empties the field that is left: not before it is known what of. */
  const keepsText = useRef(false);
  /** What was chosen and shows; its record, and `label` with it, may still be on its way. */
  const [taken, setTaken] = useState('');
  /** The blur that the form has not heard of yet. */
  const untold = useRef<(() => void) | null>(null);
  const [isLeft, setIsLeft] = useState(false);
  const isLoose = (text: string) => text.trim() !== '' && text !== label && text !== taken;
  const tell = () => {
    untold.current?.();
    untold.current = null;
  };

  const judge = useEffectEvent(() => {
    if (untold.current === null || document.activeElement === field.current) return;
    const option = isLoose(typed) ? optionCalled(typed, asked) : null;
    if (option) onTake(option);
    else setIsLeft(true);
    tell();
  });
  useEffect(() => {
    if (isAnswered) judge();
  }, [isAnswered]);
  // Before the form hears of it: each form of the console, whatever it checks by itself.
  useLayoutEffect(() => {
    const form = field.current?.form;
    const sent = (event: SubmitEvent) => {
      if (!isLoose(typed)) return;
      event.preventDefault();
      event.stopPropagation();
      const option = optionCalled(typed, asked);
      if (!option) {
        setIsLeft(true);
        return field.current?.focus();
      }
      onTake(option);
      // Once the form holds what was taken.
      setTimeout(() => form?.requestSubmit(event.submitter));
    };
    form?.addEventListener('submit', sent, { capture: true });
    return () => form?.removeEventListener('submit', sent, { capture: true });
  });

  return {
    ref: field,
    /** Under the field, where it was left with a text that is none of the list. */
    wrong: isLeft && isLoose(typed) ? <ReasonText reason={{ status: 'REQUIRED_CHOICE' }} /> : null,
    /** Shows the name of what was chosen. */
    show: (name: string) => {
      setTaken(name);
      onTyped(name);
    },
    onSearchChange: (text: string) => {
      if (keepsText.current) return;
      setTaken((name) => (name === text ? name : ''));
      setIsLeft(false);
      onTyped(text);
    },
    // On its way down, before Mantine closes the list and forgets its line.
    onBlurCapture: (event: FocusEvent<HTMLInputElement>) => {
      const { currentTarget } = event;
      const text = currentTarget.value;
      // Another window came up: the field has the focus when this one is back.
      const stays = document.activeElement === currentTarget;
      const line = stays ? null : lineOf(currentTarget);
      if (line) return line.matches('[data-checked]') ? undefined : line.click();
      if (!isLoose(text)) return;
      const option = stays ? null : optionCalled(text, asked);
      if (option) return onTake(option);
      keepsText.current = true;
      if (!stays && isAnswered) afterPointer(() => setIsLeft(true));
    },
    onBlur: (event: FocusEvent<HTMLInputElement>) => {
      // Of a choice of several the form hears before the field is emptied.
      queueMicrotask(() => (keepsText.current = false));
      if (keepsText.current && document.activeElement === event.currentTarget) return;
      untold.current = () => onBlur?.(event);
      if (!keepsText.current || isAnswered) tell();
    },
  };
}
