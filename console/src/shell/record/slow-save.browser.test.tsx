/** A change whose answer takes long leads on those alone who have waited for it. */
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderPart } from '../../testing/render.tsx';
import { BulkActs } from '../list/BulkActs.tsx';
import { clearNotices, openNotices } from '../notices/notifications.ts';
import { useGo } from '../routing/go.ts';
import { ConfirmDelete } from './ConfirmDelete.tsx';
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

function Deletes() {
  const go = useGo();
  const [record, setRecord] = useState<object | null>(null);
  return (
    <>
      <button onClick={() => setRecord({})}>Ask</button>
      <ConfirmDelete
        record={record}
        title={() => 'Delete?'}
        act="Save"
        remove={() => answer.promise}
        deleted="organizations.deleted"
        onClose={() => setRecord(null)}
        onDeleted={() => go(MADE)}
      >
        All of it.
      </ConfirmDelete>
    </>
  );
}

function Plans() {
  const plan = () => answer.promise.then(() => ({ id: 'plan-1' }));
  return <BulkActs acts={[{ label: 'Save', plan }]} planAt={() => MADE} ids={['one']} count={1} direct={null} />;
}

test.each([
  ['who waits for what is created', Creates, false],
  ['who went elsewhere while it was created', Creates, true],
  ['who waits for what is saved', Edits, false],
  ['who went elsewhere while it was saved', Edits, true],
  ['who waits for what is deleted', Deletes, false],
  ['who went elsewhere while it was deleted', Deletes, true],
  ['who waits for a plan', Plans, false],
  ['who went elsewhere while a plan was made', Plans, true],
])('%s', async (_, Part, goesAway) => {
  answer = Promise.withResolvers();
  const { go, address } = await renderPart(<Part />, { at: FORM, pages: [FORM] });
  if (Part === Deletes) await page.getByRole('button', { name: 'Ask' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  if (goesAway) go('/account/list');
  await expect.poll(address).toBe(goesAway ? '/account/list' : FORM);
  answer.resolve();
  // A plan is told by its page alone.
  await expect.poll(() => openNotices.get().length).toBe(Part === Plans ? 0 : 1);
  await expect.poll(address).toBe(goesAway ? '/account/list' : MADE);
});

test('who went elsewhere and came back to the same form stays in it', async () => {
  answer = Promise.withResolvers();
  const { go, address } = await renderPart(<Creates />, { at: FORM, pages: [FORM] });
  await page.getByRole('button', { name: 'Save' }).click();
  go('/account/list');
  await expect.poll(address).toBe('/account/list');
  go(FORM);
  await expect.poll(address).toBe(FORM);
  answer.resolve();
  await expect.poll(() => openNotices.get().length).toBe(1);
  expect(address()).toBe(FORM);
});
