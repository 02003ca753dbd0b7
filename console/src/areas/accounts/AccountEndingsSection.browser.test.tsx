/** What of an account ends within a year, on its page. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { CallResponse } from '../../api/call.ts';
import { DetailSections } from '../../shell/detail/DetailSections.tsx';
import { CUSTOMER } from '../../testing/account.ts';
import { answerWith } from '../../testing/answers.ts';
import { renderPart } from '../../testing/render.tsx';
import AccountEndingsSection from './AccountEndingsSection.tsx';

type Ending = CallResponse<'GET /account/ui-api/v1/account/{id}/endings'>['items'][number];

const ENDINGS = { id: 'endings', title: 'accounts.endings', Content: AccountEndingsSection } as const;

/** The lines of the section, given what ends. */
async function lines(items: Ending[]): Promise<(string | null)[]> {
  answerWith(({ path }) => (path.endsWith('/endings') ? { items, total: items.length } : undefined));
  await renderPart(<DetailSections record={CUSTOMER} sections={[ENDINGS]} />);
  await expect.element(page.getByRole('button', { name: 'Ends soon' })).toBeVisible();
  await expect.poll(() => page.getByRole('listitem').elements().length).toBe(items.length);
  return page
    .getByRole('listitem')
    .elements()
    .map((line) => line.textContent);
}

test('a trial is a line with its application, its last day and the days that are left', async () => {
  const of = { id: CUSTOMER.id, name: CUSTOMER.name };
  const trial = { ...of, kind: 'trial', app_code: 'secure_software_manager' } as const;
  expect(
    await lines([
      { ...trial, ends: '2026-11-21', days: 0 },
      { ...trial, app_code: 'ca_manager', ends: '2026-12-11', days: 20 },
      { ...of, kind: 'service_period', app_code: null, ends: '2027-02-28', days: 99 },
    ]),
  ).toEqual([
    'Trial of Signing Manager2026-11-21Today',
    'Trial of CA Manager2026-12-1120 days',
    'Service period2027-02-28',
  ]);
});

test('what is over says so', async () => {
  const over = { id: CUSTOMER.id, name: CUSTOMER.name, kind: 'service_period', app_code: null } as const;
  expect(await lines([{ ...over, ends: '2026-11-01', days: -20 }])).toEqual(['Service period2026-11-01Expired']);
});

test('an account of which nothing ends within a year says so', async () => {
  expect(await lines([])).toEqual([]);
  await expect.element(page.getByText('Nothing of this account ends within a year.')).toBeVisible();
});
