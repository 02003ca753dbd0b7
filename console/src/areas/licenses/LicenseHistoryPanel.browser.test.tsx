/** The license history beside a record's page: opened by its button, kept in the address, ten events at a time. */
import { ACCESS } from '@signet/contract/access';
import type { Account } from '@signet/contract/areas/accounts';
import type { AppCode } from '@signet/contract/viewer';
import { IconHistory } from '@tabler/icons-react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { change } from '../../api/change.ts';
import { useApi } from '../../api/query.ts';
import { DetailPage } from '../../shell/detail/DetailPage.tsx';
import { answerWith, type Asked } from '../../testing/answers.ts';
import { renderPart } from '../../testing/render.tsx';
import type { HistoryDetail, HistoryEvent } from './license-history.ts';
import LicenseHistoryPanel from './LicenseHistoryPanel.tsx';

const ID = '00000000-0000-4000-8000-000000000900';
const AT = `/account/accounts/${ID}`;
const LIMIT = `/account/ui-api/v1/license/limit/${ID}`;
const SYSTEM = { scope: 'system', permissions: ['view_ca_manager_license'], accounts: ['Signet platform'] } as const;
const PARTNER = { ...SYSTEM, scope: 'partner', accounts: ['Umbra'] } as const;

function Page() {
  const query = useApi('GET /account/ui-api/v1/account/{id}', { params: { id: ID } });
  return (
    <main id="main">
      <DetailPage<Account>
        query={query}
        name={({ display_name }) => display_name}
        panels={[
          {
            id: 'license-history',
            title: 'licenses.history',
            icon: IconHistory,
            access: ACCESS.licenses.view,
            Content: LicenseHistoryPanel,
          },
        ]}
      />
    </main>
  );
}

/** `back` days before the newest; at noon, so that every time zone has it on a day of its own. */
const eventOf = (back: number, more: Partial<HistoryEvent> = {}): HistoryEvent => ({
  id: `00000000-0000-4000-8000-${String(back).padStart(12, '0')}`,
  timestamp: `2026-11-${String(20 - back).padStart(2, '0')} 12:00:00`,
  date: `2026-11-${String(20 - back).padStart(2, '0')}`,
  actor: 'Ada Lindqvist',
  app_code: 'ca_manager',
  feature: 'certificates',
  generation: 'v1',
  kind: 'allocation',
  quantity: 500,
  previous_limit: 4500,
  limit: 5000,
  ...more,
});

/** An application of which the account has something, but for document signing. */
const applicationOf = (app_code: AppCode) => ({
  app_code,
  features: [{ attributes: { limit: app_code === 'document_signing_manager' ? 0 : 5 } }],
});

/** Answers as the platform does that has these events; `details` of the one that is asked for. */
function serve(
  events: HistoryEvent[],
  apps: AppCode[] = ['ca_manager'],
  details: Partial<HistoryDetail> = {},
): Asked[] {
  return answerWith(({ method, path, query }) => {
    if (path === `/account/ui-api/v1/account/${ID}/active` && method === 'PUT') return null;
    if (path === `/account/ui-api/v1/account/${ID}`) return { id: ID, display_name: 'Nordmark Landesbank' };
    if (path.endsWith('/license/usage')) return { version: '2.0', applications: apps.map(applicationOf) };
    if (path.endsWith('/history/export'))
      return new Response('\uFEFFTime\r\n1\r\n', {
        headers: { 'content-type': 'text/csv', 'content-disposition': 'attachment; filename="license-history.csv"' },
      });
    if (!path.startsWith(LIMIT)) return undefined;
    const found = events.filter(
      (event) =>
        path.includes(event.app_code) &&
        (query.get('kind') ?? event.kind) === event.kind &&
        (query.get('id') ?? event.id) === event.id,
    );
    const limit = Number(query.get('limit'));
    const items = found.slice(0, limit);
    return {
      items: path.endsWith('details')
        ? items.map((one) => ({
            ...one,
            pool_name: 'Umbra',
            pool_before: 1900,
            pool_after: 1400,
            used_before: 7,
            used_after: 7,
            ...details,
          }))
        : items,
      total: found.length,
      total_exact: true,
      offset: 0,
      limit,
    };
  });
}

const opener = page.getByRole('button', { name: 'License history' });
const panel = page.getByRole('region', { name: 'License history' });
const days = () =>
  panel
    .getByRole('heading', { level: 3 })
    .elements()
    .map((one) => one.textContent);
const rows = () => panel.getByRole('listitem').elements().length;
const asked = (calls: Asked[], end: string) => calls.filter(({ path }) => path.endsWith(end));

test('[A-071 A-083 A-084 A-120] the button opens it, the address keeps it; events stand by day', async () => {
  const calls = serve([eventOf(0), eventOf(0, { id: `${ID.slice(0, -1)}1`, quantity: -40, limit: 4460 }), eventOf(3)]);
  const { address, back } = await renderPart(<Page />, { as: SYSTEM, at: AT });
  await opener.click();
  await expect.poll(days).toEqual(['2026-11-20', '2026-11-17']);
  expect(address()).toBe(`${AT}?panel=license-history`);
  expect(Object.fromEntries(asked(calls, '/history')[0]?.query ?? [])).toEqual({
    time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    limit: '10',
    offset: '0',
    sort: 'timestamp:desc',
  });
  await expect.element(panel.getByText('+500').first()).toBeVisible();
  await expect.element(panel.getByText('−40')).toBeVisible();
  await expect.element(panel.getByText('4,500 to 5,000').first()).toBeVisible();
  back();
  await expect.element(panel).not.toBeInTheDocument();
  expect(address()).toBe(AT);
});

const BALANCE = 'Balance shown, end of 2026-11-17';
/** The days and the line between them, from top to bottom. */
const lines = () =>
  [...panel.element().querySelectorAll('h3, p')]
    .map(({ textContent }) => textContent)
    .filter((text) => text === BALANCE || /^\d{4}-\d\d-\d\d$/.test(text ?? ''));
const AS_OF = `${AT}?panel=license-history&as_of=2026-11-17`;

test('a line parts what came after the day whose balance is shown from what is in it', async () => {
  serve([eventOf(0), eventOf(2), eventOf(3), eventOf(5)]);
  await renderPart(<Page />, { as: SYSTEM, at: AS_OF });
  await expect.poll(lines).toEqual(['2026-11-20', '2026-11-18', BALANCE, '2026-11-17', '2026-11-15']);
});

test('the line stands above all where nothing came after, and below all where everything did', async () => {
  const events = [eventOf(4)];
  serve(events);
  await renderPart(<Page />, { as: SYSTEM, at: AS_OF });
  await expect.poll(lines).toEqual([BALANCE, '2026-11-16']);
  events.splice(0, 1, eventOf(1));
  await change('PUT /account/ui-api/v1/account/{id}/active', { params: { id: ID }, body: { active: true } });
  await expect.poll(lines).toEqual(['2026-11-19', BALANCE]);
});

test('while older events are not shown yet the line waits for its place', async () => {
  serve([...Array.from({ length: 10 }, (_, at) => eventOf(0, { id: `${ID.slice(0, -2)}a${at}` })), eventOf(4)]);
  await renderPart(<Page />, { as: SYSTEM, at: AS_OF });
  await expect.poll(lines).toEqual(['2026-11-20']);
  await panel.getByRole('button', { name: 'Show 1 older' }).click();
  await expect.poll(lines).toEqual(['2026-11-20', BALANCE, '2026-11-16']);
});

test('the address alone opens it, and closing it gives the focus to its button', async () => {
  serve([eventOf(0)]);
  const { address } = await renderPart(<Page />, { as: SYSTEM, at: `${AT}?panel=license-history` });
  await panel.getByRole('button', { name: 'Close' }).click();
  await expect.element(panel).not.toBeInTheDocument();
  expect(address()).toBe(AT);
  await expect.element(opener).toHaveFocus();
});

test('[A-122] ten show first, and the others with one click', async () => {
  serve(Array.from({ length: 15 }, (_, back) => eventOf(back)));
  await renderPart(<Page />, { as: SYSTEM, at: `${AT}?panel=license-history` });
  await expect.poll(rows).toBe(10);
  await panel.getByRole('button', { name: 'Show 5 older' }).click();
  await expect.poll(rows).toBe(15);
  await expect.element(panel.getByRole('button', { name: /older/ })).not.toBeInTheDocument();
  // The button is gone: who pressed it goes on at the first event that is new.
  const eleventh = panel.getByRole('listitem').nth(10).getByRole('button');
  await expect.element(eleventh).toHaveFocus();
});

test('[A-085] who did it is shown to system scope alone', async () => {
  serve([eventOf(0), eventOf(1, { actor: null })]);
  await renderPart(<Page />, { as: SYSTEM, at: `${AT}?panel=license-history` });
  await expect.element(panel.getByText('Ada Lindqvist')).toBeVisible();
  await expect.element(panel.getByText('automatic')).toBeVisible();
});

test('[A-085] and to nobody else', async () => {
  serve([eventOf(0)]);
  await renderPart(<Page />, { as: PARTNER, at: `${AT}?panel=license-history` });
  await expect.poll(rows).toBe(1);
  await expect.element(panel.getByText('Ada Lindqvist')).not.toBeInTheDocument();
});

test('[A-121] an opened event tells where it came from', async () => {
  const calls = serve([eventOf(0), eventOf(1)]);
  await renderPart(<Page />, { as: SYSTEM, at: `${AT}?panel=license-history` });
  await panel
    .getByRole('button', { name: /certificates/i })
    .first()
    .click();
  await expect.element(panel.getByText('1,900 to 1,400')).toBeVisible();
  await expect.element(panel.getByText('Umbra')).toBeVisible();
  expect(Object.fromEntries(asked(calls, '/history-details')[0]?.query ?? [])).toEqual({
    id: eventOf(0).id,
    time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    limit: '10',
    offset: '0',
    sort: 'timestamp:desc',
  });
});

test('[A-121] what one may not know of the pool above is left out', async () => {
  serve([eventOf(0)], ['ca_manager'], { pool_before: null, pool_after: null, pool_name: null });
  await renderPart(<Page />, { as: PARTNER, at: `${AT}?panel=license-history` });
  await panel.getByRole('button', { name: /certificates/i }).click();
  await expect.element(panel.getByText('Platform')).toBeVisible();
  await expect.element(panel.getByText('Left there')).not.toBeInTheDocument();
});

test('allocations and resets are chosen apart, and the application where there are several', async () => {
  serve(
    [
      eventOf(0),
      eventOf(1, { kind: 'reset', limit: 200, quantity: -4300 }),
      eventOf(2, { quantity: null, limit: -1 }),
      eventOf(3, { kind: 'reassign', quantity: 0, limit: 4500 }),
      eventOf(4, { app_code: 'secure_software_manager', feature: 'signatures' }),
    ],
    ['document_signing_manager', 'ca_manager', 'secure_software_manager'],
  );
  await renderPart(<Page />, { as: SYSTEM, at: `${AT}?panel=license-history` });
  await expect.poll(rows).toBe(4);
  await expect.element(panel.getByText('Unlimited', { exact: true })).toBeVisible();
  await expect.element(panel.getByText('4,500 to Unlimited')).toBeVisible();
  await expect.element(panel.getByText('New partner')).toBeVisible();
  await panel.getByText('Resets').click();
  await expect.poll(rows).toBe(1);
  await expect.element(panel.getByText('Reset to 200')).toBeVisible();
  await panel.getByText('Allocations').click();
  await expect.poll(rows).toBe(2);
  await panel.getByRole('combobox', { name: 'Application' }).selectOptions('Signing Manager');
  await expect.poll(rows).toBe(1);
  await expect.element(panel.getByRole('button', { name: /signatures/i })).toBeVisible();
});

test('[A-099] after a change of the page the newest event is on top', async () => {
  const events = [eventOf(3)];
  serve(events);
  await renderPart(<Page />, { as: SYSTEM, at: `${AT}?panel=license-history` });
  await expect.poll(days).toEqual(['2026-11-17']);
  events.unshift(eventOf(0));
  await change('PUT /account/ui-api/v1/account/{id}/active', { params: { id: ID }, body: { active: true } });
  await expect.poll(days).toEqual(['2026-11-20', '2026-11-17']);
});

test('[A-123] the download asks for all events, whatever is shown of them, in the own time zone', async () => {
  const calls = serve([eventOf(0)]);
  await renderPart(<Page />, { as: SYSTEM, at: `${AT}?panel=license-history` });
  await panel.getByText('Resets').click();
  await panel.getByRole('button', { name: 'Download all events as CSV' }).click();
  await expect.poll(() => asked(calls, '/export').length).toBe(1);
  expect(Object.fromEntries(asked(calls, '/export')[0]?.query ?? [])).toEqual({
    time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    locale: 'en_US',
  });
});

test('on a small screen it is a drawer with the same event open, which Escape closes', async () => {
  serve([eventOf(0)]);
  const { address } = await renderPart(<Page />, { as: SYSTEM, at: AT });
  await opener.click();
  await panel.getByRole('button', { name: /certificates/i }).click();
  await page.viewport(800, 800);
  const drawer = page.getByRole('dialog', { name: 'License history' });
  await expect.element(drawer.getByText('1,900 to 1,400')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(drawer).not.toBeInTheDocument();
  expect(address()).toBe(AT);
});

test('who may see no license has no such button, and the address opens nothing', async () => {
  serve([eventOf(0)]);
  await renderPart(<Page />, { as: { ...SYSTEM, permissions: [] }, at: `${AT}?panel=license-history` });
  await expect.element(page.getByRole('heading', { name: 'Nordmark Landesbank' })).toBeVisible();
  await expect.element(opener).not.toBeInTheDocument();
  await expect.element(panel).not.toBeInTheDocument();
});
