import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderPart } from '../../testing/render.tsx';
import StandstillBanners from './StandstillBanners.tsx';

test('says what stands still since when, the audit log as an alert, and leads to the mail concerned', async () => {
  const since = '2026-11-20 10:00:00';
  await renderPart(
    <StandstillBanners
      items={[
        { kind: 'audit-log', count: 4, since },
        { kind: 'audit-refused', count: 2, since },
        { kind: 'mail-failed', count: 1, since },
        { kind: 'jobs-failed', count: 3, since },
      ]}
    />,
  );
  const log = page.getByText(/^Since 2026-11-20 .*signed audit log/);
  await expect.element(log).toBeInTheDocument();
  expect(log.element().closest('[role]')?.getAttribute('role')).toBe('alert');
  const refused = page.getByText(/^2 events of the audit log were refused: written since 2026-11-20/);
  expect(refused.element().closest('[role]')?.getAttribute('role')).toBe('alert');
  await expect.element(page.getByText(/An email was given up/)).toBeInTheDocument();
  await expect.element(page.getByText(/3 jobs were given up/)).toBeInTheDocument();
  await expect
    .element(page.getByRole('link', { name: 'Outgoing mail' }))
    .toHaveAttribute('href', '/account/settings/outgoing-mail?status=given_up');
});
