/** A field for one file: says in words what to do while there is none, and shows the name of the chosen one. */
import { FileInput, type FileInputProps } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useCallback, useId } from 'react';
import { useText } from '../../i18n/text.ts';

/** `accept` are the endings of the files that are meant, as the browser's dialog shows them first. */
export function FileField(props: FileInputProps & { accept: string }) {
  const t = useText();
  const ownId = useId();
  const id = props.id ?? ownId;
  const contentId = `${id}-content`;
  const FileName = useCallback(
    // The name of a file is no word of a language.
    ({ value }: { value: File | File[] | null }) => (
      <span id={contentId} translate="no">
        {[value ?? []].flat().map(({ name }) => name)}
      </span>
    ),
    [contentId],
  );
  return (
    <FileInput
      placeholder={<span id={contentId}>{t('form.chooseFile')}</span>}
      leftSection={<IconUpload size={16} stroke={1.75} aria-hidden />}
      valueComponent={FileName}
      // The label alone would be the name of the button: who doesn't see it would never hear which file is chosen.
      aria-labelledby={`${id}-label ${contentId}`}
      {...props}
      id={id}
    />
  );
}
