/** What a list can be filtered by, as its filter row shows it. */
import type { Reason } from '@signet/contract/problem';
import type { ReactNode } from 'react';

export type FilterSpec<F extends string> = {
  name: F;
  label: string;
  /** What can be chosen; without choices the filter is a text, or a day. */
  choices?: readonly { value: string; label: string }[];
  kind?: 'text' | 'day';
  /** The longest text that it takes. */
  max?: number;
  /** Why a value can't be taken beside the others in force. */
  whyNot?: (value: string) => Reason | null;
  /** A form of its own for values that are more than one text. `value` is empty for a new filter. */
  editor?: (props: { value: string; onApply: (value: string) => void }) => ReactNode;
  /** A chosen value in words, where it is not one of the choices. */
  valueText?: (value: string) => string;
};

/** The text filter that is always there, as the search field. `max`: the longest text that it takes. */
export type TextSearch<F extends string> = { name: F; label: string; max: number };
