import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cell, useCell } from '../../cell.ts';
import { endSession } from '../../session/state.ts';
import { beginSession } from '../../session/start.ts';
import { answerWith } from '../../testing/answers.ts';
import { renderPart } from '../../testing/render.tsx';
import { tokensOf } from '../../testing/tokens.ts';
import { showSecret } from './show-secret.tsx';
import { showOnce, useShownSecret } from './shown-secret.ts';

const Content = () => <p>the secret itself</p>;
/** What the next person's frame knows of it, once it is there. */
const hasCome = cell(false);
function Next() {
  const shown = useShownSecret();
  return useCell(hasCome) && <p>Ines sees {shown === null ? 'nothing' : shown.title}</p>;
}
beforeEach(() => hasCome.set(false));
const secret = page.getByText('the secret itself');

test('a secret goes with its session', async () => {
  answerWith(() => null);
  await renderPart(<p>A page</p>);
  beginSession(tokensOf('ada'));
  showOnce({ title: 'Secret', Content });
  await expect.element(secret).toBeVisible();
  endSession('signed-out');
  await expect.element(secret).not.toBeInTheDocument();
});

test('one that comes after the end of its session is not shown to who signs in next', async () => {
  answerWith(() => null);
  await renderPart(<Next />);
  beginSession(tokensOf('ada'));
  endSession('signed-out');
  showOnce({ title: 'Secret', Content });
  beginSession(tokensOf('ines'));
  hasCome.set(true);
  await expect.element(page.getByText('Ines sees nothing')).toBeVisible();
});

test('one that comes while another is shown waits until that one is stored', async () => {
  const made = (name: string) => ({
    title: name,
    Content: ({ onStored }: { onStored: () => void }) => (
      <button type="button" onClick={onStored}>
        {name} stored
      </button>
    ),
  });
  await renderPart(<p>A page</p>);
  showOnce(made('First'));
  showOnce(made('Second'));
  await page.getByRole('button', { name: 'First stored' }).click();
  await page.getByRole('button', { name: 'Second stored' }).click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});

test('Escape puts away what can be had elsewhere as well, and nothing else', async () => {
  await renderPart(<p>A page</p>);
  showOnce({ title: 'Link', isKept: true, Content });
  showOnce({ title: 'Secret', Content });
  await expect.element(page.getByRole('dialog', { name: 'Link' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog', { name: 'Secret' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog', { name: 'Secret' })).toBeVisible();
});

test('in a low window its acts stay in view, and cover nothing that has the focus', async () => {
  await renderPart(<p>A page</p>, { width: 390 });
  await page.viewport(390, 640);
  const facts = Array.from({ length: 12 }, (_, index) => ({
    label: `Fact ${index}`,
    value: `value ${index}`,
    copied: true as const,
  }));
  showSecret({ title: 'Secret', lead: 'Shown once.', secret: 'sgt_1', copy: 'Copy secret', facts });
  const stored = page.getByRole('button', { name: 'I have stored it' });
  await expect.element(stored).toBeInViewport({ ratio: 1 });
  const dialog = page.getByRole('dialog').element().getBoundingClientRect();
  expect(stored.element().getBoundingClientRect().bottom).toBeLessThan(dialog.bottom);
  const top = () => stored.element().getBoundingClientRect().top;
  for (const { label } of facts) {
    const copy = page.getByRole('button', { name: `Copy ${label}`, exact: true });
    copy.element().focus();
    expect(copy.element().getBoundingClientRect().bottom).toBeLessThan(top());
  }
});
