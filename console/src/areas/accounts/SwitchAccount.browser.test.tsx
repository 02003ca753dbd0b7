import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { useState } from 'react';
import { CUSTOMER } from '../../testing/account.ts';
import { answerWith } from '../../testing/answers.ts';
import { renderPart } from '../../testing/render.tsx';
import { SwitchAccount } from './SwitchAccount.tsx';

const account = { ...CUSTOMER, switched_on: true };

function Asked() {
  const [on, setOn] = useState(true);
  return (
    <>
      <SwitchAccount account={{ ...account, switched_on: on }} opened onClose={() => {}} />
      <button id="meanwhile" onClick={() => setOn(false)}>
        Meanwhile
      </button>
    </>
  );
}

test('the question stays the one that was asked, whoever switches the account meanwhile', async () => {
  const calls = answerWith(({ method }) => (method === 'GET' ? { people: 0, sessions: 0, tokens: 0 } : account));
  await renderPart(<Asked />);
  const act = page.getByRole('button', { name: 'Deactivate' });
  await expect.element(act).toBeVisible();
  document.getElementById('meanwhile')?.click();
  await expect.element(act).toBeVisible();
  await act.click();
  await expect.poll(() => calls.find(({ method }) => method === 'PUT')?.body).toEqual({ active: false });
});
