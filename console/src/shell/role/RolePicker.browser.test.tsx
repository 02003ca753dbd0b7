/** What the choices of a filter say where the platform could not look for any. */
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answerWith, problem } from '../../testing/answers.ts';
import { renderPart } from '../../testing/render.tsx';
import { PersonEditor } from '../person/PersonEditor.tsx';
import { RolePicker } from './RolePicker.tsx';

const NO_ROLE = null;

test.each([
  ['roles', 'Role', <RolePicker key="role" label="Role" role={NO_ROLE} onChoose={() => undefined} />],
  ['people', 'Person', <PersonEditor key="person" value="" onApply={() => undefined} />],
])('a search for %s that fails says why, not that there are none', async (_, label, picker) => {
  answerWith(() => problem('INTERNAL', 500));
  await renderPart(picker, { as: { scope: 'system', permissions: ['view_user_role'], accounts: [] } });
  await page.getByRole('combobox', { name: label }).click();
  await userEvent.keyboard('Tov');
  const said = 'Something went wrong on the server. Nothing was changed.';
  await expect.element(page.getByRole('status')).toHaveTextContent(said);
  await expect.element(page.getByText(/^(?:Nothing|Nobody) found$/)).not.toBeInTheDocument();
});
