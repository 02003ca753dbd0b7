/** An act whose answer takes long: what becomes of the question before it, and of one that is asked since. */
import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderPart } from '../../testing/render.tsx';
import { ConfirmDialog } from '../confirm/ConfirmDialog.tsx';
import { useAct } from './use-act.ts';

let answer = Promise.withResolvers<void>();

/** Two records, each disabled after a question and enabled without one. */
function Records() {
  const [disabling, setDisabling] = useState<string | null>(null);
  const { busy, run } = useAct(disabling !== null, () => setDisabling(null));
  const put = () => void run(() => answer.promise);
  return (
    <>
      <p>
        {busy ? 'At work' : 'Idle'}, asked about {disabling ?? 'nobody'}
      </p>
      {['Calder', 'Nordmark'].map((name) => (
        <p key={name}>
          <button onClick={() => setDisabling(name)}>Ask for {name}</button>
          <button onClick={put}>Enable {name}</button>
        </p>
      ))}
      <ConfirmDialog
        opened={disabling !== null}
        title={`Disable ${disabling}?`}
        act="Disable"
        busy={busy}
        onConfirm={put}
        onClose={() => setDisabling(null)}
      >
        Until it is enabled again.
      </ConfirmDialog>
    </>
  );
}

const click = (name: string) => page.getByRole('button', { name, exact: true }).click();
const question = (name: string) => page.getByRole('dialog', { name: `Disable ${name}?` });

async function begin(): Promise<void> {
  answer = Promise.withResolvers();
  await renderPart(<Records />);
}
/** The answer has come: whether a question is asked then, and about whom. */
async function asked(): Promise<string | undefined> {
  answer.resolve();
  await expect.element(page.getByText(/^Idle/)).toBeInTheDocument();
  return page.getByText(/^Idle/).element().textContent;
}

test('the question goes once its act is over', async () => {
  await begin();
  await click('Ask for Calder');
  await click('Disable');
  await expect.element(question('Calder')).toBeVisible();
  expect(await asked()).toBe('Idle, asked about nobody');
  await expect.element(question('Calder')).not.toBeInTheDocument();
});

test('a question about another one, asked since, stays', async () => {
  await begin();
  await click('Ask for Calder');
  await click('Disable');
  await userEvent.keyboard('{Escape}');
  await expect.element(question('Calder')).not.toBeInTheDocument();
  await click('Ask for Nordmark');
  expect(await asked()).toBe('Idle, asked about Nordmark');
});

test('so does one that is asked while something is done without a question', async () => {
  await begin();
  await click('Enable Calder');
  await click('Ask for Nordmark');
  expect(await asked()).toBe('Idle, asked about Nordmark');
});
