/** The word that is typed before an act that can't be undone; `isTyped` says whether it is there. */
import { TextInput } from '@mantine/core';
import { Rich } from '../../i18n/Rich.tsx';
import css from './confirm.module.css';

export function WordField({
  word,
  value,
  onChange,
}: {
  word: string;
  value: string;
  onChange: (typed: string) => void;
}) {
  return (
    <TextInput
      size="sm"
      label={<Rich text="confirm.typeToGoOn" params={{ word }} tags={{ b: <b className={css.word} /> }} />}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      autoComplete="off"
      spellCheck={false}
    />
  );
}
