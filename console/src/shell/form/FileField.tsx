/** A field for one file: says in words what to do while there is none, and shows the name of the chosen one. */
import { FileInput, type FileInputProps } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useText } from '../../i18n/text.ts';

/** The name of a file is no word of a language. */
const FileName = ({ value }: { value: File | File[] | null }) => (
  <span translate="no">{[value ?? []].flat().map(({ name }) => name)}</span>
);

/** `accept` are the endings of the files that are meant, as the browser's dialog shows them first. */
export function FileField(props: FileInputProps & { accept: string }) {
  const t = useText();
  return (
    <FileInput
      placeholder={t('form.chooseFile')}
      leftSection={<IconUpload size={16} stroke={1.75} aria-hidden />}
      valueComponent={FileName}
      {...props}
    />
  );
}
