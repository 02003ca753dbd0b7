/** The word that is typed before an act that can't be undone; `isTyped` says whether it is there. */
import { TextInput } from '@mantine/core';
import { useText } from '../../i18n/text.ts';

export function WordField({
  word,
  value,
  onChange,
}: {
  word: string;
  value: string;
  onChange: (typed: string) => void;
}) {
  const t = useText();
  return (
    <TextInput
      size="sm"
      label={t('confirm.typeToGoOn', { word })}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      autoComplete="off"
      spellCheck={false}
    />
  );
}
