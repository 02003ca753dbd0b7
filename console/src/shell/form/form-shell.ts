/** What a form says of itself, and what the shell gives it. */
import type { UseFormReturnType } from '@mantine/form';
import type { FocusEvent, FormEvent, ReactNode } from 'react';
import type { TextKey } from '../../i18n/text.ts';
import type { SummaryEntry } from '../../ui/ErrorSummary.tsx';
import type { Check } from './check.ts';
import type { Conflict } from './conflict.ts';

export type FieldSpec = {
  label: TextKey;
  optional?: boolean;
  /** A password or another secret: kept nowhere. */
  secret?: boolean;
};
type FieldSpecs<V> = { [F in keyof V & string]: FieldSpec };
export type FormSpec<V extends Record<string, unknown>> = {
  /**
   * Every field with its label, which may hang on what is chosen in another one. Fields that are not listed have no
   * place for an error.
   */
  fields: FieldSpecs<V> | ((values: V) => FieldSpecs<V>);
  initial: V;
  /** False for something new: what its form begins with is nobody's record. */
  edits?: boolean;
  check: Check<V>;
  /** Sends the values. What it throws is shown; when it returns the form counts as saved. */
  submit: (values: V) => Promise<void>;
  /** Names of the wire by the fields that stand for them, where they differ: `service_period.to` is `end`. */
  serverFields?: Readonly<Record<string, keyof V & string>>;
  /**
   * For records that others edit too: reads the record again after CHANGED_MEANWHILE, remembers its version for the
   * next save, and answers its values.
   */
  reread?: () => Promise<V>;
  /**
   * For records that others may delete or take out of the person's sight: asked after a 404. True when the record can't
   * be found any more; then the page says so, and nothing else does.
   */
  isMissing?: () => Promise<boolean>;
};

type InputProps = ReturnType<UseFormReturnType<Record<string, unknown>>['getInputProps']>;

export type FieldProps = {
  id: string;
  name: string;
  label: ReactNode;
  value: InputProps['value'];
  onChange: InputProps['onChange'];
  /** Of a group of boxes it hears the blur of each. */
  onBlur: (event?: FocusEvent<Element>) => void;
  error: ReactNode;
  'aria-invalid': boolean | undefined;
  description: ReactNode;
};

export type FormShell<V extends Record<string, unknown>> = {
  form: UseFormReturnType<V>;
  values: V;
  /** Props of a Mantine input; `help` stands under it unless there is an error. */
  field: (name: keyof V & string, help?: ReactNode) => FieldProps;
  /** Props of a checkbox or switch. */
  checkbox: (name: keyof V & string, help?: ReactNode) => Omit<FieldProps, 'value'> & { checked: boolean };
  /**
   * Checks a field again, when the page has learned something that its `check` asks for, such as a name that is taken.
   */
  recheck: (name: keyof V & string) => void;
  onSubmit: (event?: FormEvent<HTMLFormElement>) => void;
  busy: boolean;
  dirty: boolean;
  /** What is in it was saved nowhere yet. */
  isNew: boolean;
  /** What somebody else saved meanwhile; null as a rule. */
  conflict: Conflict | null;
  labelOf: (name: string) => TextKey;
  names: readonly (keyof V & string)[];
  /** The fields that hold secrets. */
  secrets: ReadonlySet<string>;
  /** Counts failed submits; the summary shows from the first on, until all is right. */
  attempt: number;
  summary: readonly SummaryEntry[];
};
