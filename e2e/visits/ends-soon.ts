import type { Platform, Visit } from './visit.ts';

const PLACE = '/account/ui-api/v1/ends-soon';
const PAGE = '/account/reporting/ends-soon';
type Row = { key: string; name: string; ends_on: string; snooze: object | null };

const listed = async (platform: Platform): Promise<Row[]> =>
  (await platform.call<{ items: Row[] }>('ada', 'GET', `${PLACE}?kind=account&within=84`)).items;

/** One account of those that end is put off until the day before its end. */
async function snoozed(platform: Platform): Promise<string> {
  const rows = await listed(platform);
  const one = rows.find(({ snooze }) => snooze !== null) ?? rows.at(-1);
  if (one?.snooze === null) {
    const until = new Date(Date.parse(one.ends_on) - 86_400_000).toISOString().slice(0, 10);
    const reason = 'The customer decides in December';
    await platform.call('ada', 'PUT', `${PLACE}/${encodeURIComponent(one.key)}/snooze`, { until, reason });
  }
  return PAGE;
}

/** Cleo's program is told of ends at an address where nobody answers. */
async function withWebhook(platform: Platform): Promise<string> {
  await platform.call('cleo', 'POST', `${PLACE}/webhook`, { address: 'https://hooks.nordmark-lb.example/ends-soon' });
  return PAGE;
}

export const visits: readonly Visit[] = [
  { route: PAGE, name: 'ends-soon', as: 'ada', at: snoozed },
  {
    route: PAGE,
    name: 'ends-soon-snooze',
    as: 'ada',
    at: snoozed,
    act: async (page) =>
      page
        .getByRole('button', { name: /^Snooze “/ })
        .first()
        .click(),
  },
  { route: PAGE, name: 'ends-soon-of-account', as: 'cleo' },
  {
    route: PAGE,
    name: 'ends-soon-subscribed',
    as: 'cleo',
    at: withWebhook,
    act: async (page) => {
      const make = page.getByRole('button', { name: 'Make an address' });
      const again = page.getByRole('button', { name: 'New address' });
      await make.or(again).click();
      const confirm = page.getByRole('dialog').getByRole('button', { name: 'New address' });
      const stored = page.getByRole('button', { name: 'I have stored it' });
      await confirm.or(stored).waitFor();
      if (await confirm.isVisible()) await confirm.click();
      await stored.waitFor();
    },
  },
  {
    route: PAGE,
    name: 'ends-soon-webhook',
    as: 'cleo',
    at: withWebhook,
    act: async (page) => {
      // A visit before may have read that there is none.
      await page.reload();
      await page.getByRole('button', { name: 'Change' }).click();
    },
  },
  {
    route: PAGE,
    name: 'ends-soon-no-permission',
    as: 'emil',
    act: async (page) => page.getByRole('heading').first().waitFor(),
  },
];
