/** A save whose answer takes long leads on those alone who have waited for it. */
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderPart } from '../../testing/render.tsx';
import { clearNotices, openNotices } from '../notices/notifications.ts';
import { useCreate } from './use-create.ts';
import { useEdit } from './use-edit.ts';

const FORM = '/account/ca/organizations/create';
const MADE = '/account/ca/organizations/made';

afterEach(clearNotices);

let answer = Promise.withResolvers<void>();

function Creates() {
  const { submit } = useCreate({
    initial: {},
    create: () => answer.promise,
    act: 'organizations.create',
    created: 'organizations.created',
    to: () => MADE,
    back: MADE,
  });
  return <button onClick={() => void submit({})}>Save</button>;
}

function Edits() {
  const { submit } = useEdit({
    record: {},
    valuesOf: () => ({}),
    save: () => answer.promise,
    saved: 'organizations.saved',
    back: MADE,
  });
  return <button onClick={() => void submit({})}>Save</button>;
}

test.each([
  ['who waits for what is created', Creates, false],
  ['who went elsewhere while it was created', Creates, true],
  ['who waits for what is saved', Edits, false],
  ['who went elsewhere while it was saved', Edits, true],
])('%s', async (_, Part, goesAway) => {
  answer = Promise.withResolvers();
  const { go, address } = await renderPart(<Part />, { at: FORM, pages: [FORM] });
  await page.getByRole('button', { name: 'Save' }).click();
  if (goesAway) go('/account/list');
  await expect.poll(address).toBe(goesAway ? '/account/list' : FORM);
  answer.resolve();
  await expect.poll(() => openNotices.get().length).toBe(1);
  await expect.poll(address).toBe(goesAway ? '/account/list' : MADE);
});
