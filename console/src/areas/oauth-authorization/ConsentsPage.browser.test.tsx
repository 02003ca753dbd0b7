import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answerWith } from '../../testing/answers.ts';
import { renderPart } from '../../testing/render.tsx';
import ConsentsPage from './ConsentsPage.tsx';

test('each application says which one its button takes the consent from', async () => {
  const consent = (id: string, name: string) => ({
    client: { id, name },
    account_name: null,
    identity: [],
    permissions: [],
    created_at: '2026-11-20 08:00:00',
  });
  answerWith(({ path }) =>
    path.endsWith('/oauth-consent')
      ? { items: [consent('1', 'Reports'), consent('2', 'Mailer')], total: 2 }
      : undefined,
  );
  await renderPart(<ConsentsPage />);
  await page.getByRole('button', { name: /: Mailer$/ }).click();
  await expect
    .element(
      page
        .getByRole('dialog')
        .getByText(/Mailer/)
        .first(),
    )
    .toBeVisible();
});
