import { useState } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answerWith } from '../../testing/answers.ts';
import { renderPart } from '../../testing/render.tsx';
import { SwitchServiceUser } from './SwitchServiceUser.tsx';

const ROBOT = { id: '00000000-0000-4000-8000-000000000300', name: 'Robot' };

function Asked() {
  const [active, setActive] = useState(true);
  return (
    <>
      <SwitchServiceUser serviceUser={{ ...ROBOT, active }} opened onClose={() => {}} />
      <button id="meanwhile" onClick={() => setActive(false)}>
        Meanwhile
      </button>
    </>
  );
}

test('the question stays the one that was asked, whoever disables the service user meanwhile', async () => {
  const calls = answerWith(() => null);
  await renderPart(<Asked />);
  const act = page.getByRole('dialog').getByRole('button', { name: /^Disable/ });
  await expect.element(act).toBeVisible();
  document.getElementById('meanwhile')?.click();
  await expect.element(page.getByRole('button', { name: 'Meanwhile', includeHidden: true })).toBeInTheDocument();
  await expect.element(act).toBeVisible();
  await act.click();
  await expect.poll(() => calls.find(({ method }) => method === 'PUT')?.body).toEqual({ enabled: false });
});
