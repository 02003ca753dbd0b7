import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderPart } from '../../testing/render.tsx';
import { FileField } from './FileField.tsx';

function Part() {
  const [file, setFile] = useState<File | null>(null);
  return <FileField label="Backup" accept=".p12" value={file} onChange={setFile} />;
}

test('a field for a file is called what it is for and what to do, then which file is chosen', async () => {
  await renderPart(<Part />);
  const field = page.getByRole('button');
  await expect.element(field).toHaveAccessibleName('Backup Choose a file');
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('no field for files');
  await userEvent.upload(input, new File(['x'], 'old-key.p12'));
  await expect.element(field).toHaveAccessibleName('Backup old-key.p12');
});
