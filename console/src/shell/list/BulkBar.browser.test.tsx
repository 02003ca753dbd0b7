/** The selection of a list and what can be done to it: some rows, on whatever page, or all that match. */
import type { OrganizationRow } from '@signet/contract/areas/organizations';
import { LOCALES } from '@signet/contract/locales';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { useAccountBulk } from '../../areas/accounts/bulk.tsx';
import { useOrganizationBulk } from '../../areas/organizations/bulk.ts';
import { change } from '../../api/change.ts';
import { held, problem } from '../../testing/answers.ts';
import { renderPart } from '../../testing/render.tsx';
import { ORGANIZATIONS, rowsOf, serveRows, TestList } from '../../testing/TestList.tsx';
import type { Bulk } from './bulk.ts';

const MANAGER = { scope: 'system', permissions: ['manage_organization'], accounts: [] } as const;
const box = (name: string) => page.getByRole('checkbox', { name: `Select ${name}`, exact: true });
const wholePage = page.getByRole('checkbox', { name: 'Select all on this page' });
const bar = (text: string) => page.getByRole('status').filter({ hasText: text });
const erase = page.getByRole('button', { name: 'Delete', exact: true });

function Deletable() {
  return <TestList bulk={useOrganizationBulk({})} />;
}

/** Serves the rows, and answers a plan with its id. */
const servePlans = (count: number, options: { bound?: number; refused?: boolean } = {}) =>
  serveRows(rowsOf(count), {
    ...options,
    first: ({ method }) =>
      method !== 'POST' ? undefined : options.refused ? problem('TOO_MANY_ROWS', 400) : { id: 'plan-1' },
  });

test('rows are selected singly, as a range and as a page; the selection is kept across pages', async () => {
  servePlans(32);
  await renderPart(<Deletable />, { as: MANAGER });
  await box('Kalmar 02').click();
  await box('Kalmar 05').click({ modifiers: ['Shift'] });
  await expect.element(bar('4 selected')).toBeVisible();
  await expect.element(box('Kalmar 04')).toBeChecked();
  await expect.element(wholePage).toBePartiallyChecked();
  await page.getByRole('link', { name: 'Next page' }).click();
  await box('Kalmar 21').click();
  await expect.element(bar('5 selected')).toBeVisible();
  await page.getByRole('link', { name: 'Previous page' }).click();
  await expect.element(box('Kalmar 04')).toBeChecked();
  await wholePage.click();
  await expect.element(bar('21 selected')).toBeVisible();
  await wholePage.click();
  await expect.element(bar('1 selected')).toBeVisible();
});

test('rows are selected by keyboard: J and K over them, X one, Shift X a range', async () => {
  servePlans(32);
  await renderPart(<Deletable />, { as: MANAGER });
  await expect.element(box('Kalmar 01')).toBeVisible();
  await userEvent.keyboard('jjxjj{Shift>}X{/Shift}kx');
  const checked = page.getByRole('checkbox', { checked: true });
  await expect
    .poll(() => checked.elements().map((one) => one.getAttribute('aria-label')))
    .toEqual(['Select Kalmar 02', 'Select Kalmar 04']);
});

test('the selection ends with its filters, and says so', async () => {
  servePlans(32);
  await renderPart(<Deletable />, { as: MANAGER });
  await box('Kalmar 02').click();
  await page.getByLabelText('Filter by name').fill('Kalmar 1');
  await expect.element(bar('The selection ended with its filters.')).toBeVisible();
  expect(page.getByRole('checkbox', { checked: true }).elements()).toEqual([]);
});

test('nothing is selected of the rows before while those of other filters are on their way', async () => {
  const wait = held();
  const calls = serveRows(rowsOf(32), {
    first: ({ query }) => (query.get('name') === 'Kalmar 1' ? wait.wait : undefined),
  });
  const { address } = await renderPart(<Deletable />, { as: MANAGER });
  await expect.element(box('Kalmar 02')).toBeVisible();
  await page.getByLabelText('Filter by name').fill('Kalmar 1');
  await expect.poll(address).toContain('name=Kalmar');
  await expect.poll(() => calls.some(({ query }) => query.get('name') === 'Kalmar 1')).toBe(true);
  await wholePage.click();
  await box('Kalmar 03').click();
  page.getByRole('link', { name: 'Kalmar 02' }).element().focus();
  await userEvent.keyboard('x');
  expect(page.getByRole('checkbox', { checked: true }).elements()).toEqual([]);
  await expect.element(bar('selected')).not.toBeInTheDocument();
  wait.release();
  await expect.element(box('Kalmar 02')).not.toBeInTheDocument();
  await expect.element(bar('selected')).not.toBeInTheDocument();
  await wholePage.click();
  await expect.element(bar('10 selected')).toBeVisible();
});

test('a row that is deleted by itself is selected no longer', async () => {
  servePlans(3);
  await renderPart(<Deletable />, { as: MANAGER });
  await box('Kalmar 02').click();
  await box('Kalmar 03').click();
  await expect.element(bar('2 selected')).toBeVisible();
  await change('DELETE /account/ui-api/v1/organization/{id}', { params: { id: 'id-02' } });
  await expect.element(box('Kalmar 02')).not.toBeInTheDocument();
  await expect.element(bar('1 selected')).toBeVisible();
  await expect.element(box('Kalmar 03')).toBeChecked();
});

test('all that match are planned by the filters, some by their ids; the plan is a page of its own', async () => {
  const calls = servePlans(32);
  const { address } = await renderPart(<Deletable />, { as: MANAGER });
  const planned = () => calls.filter(({ method }) => method === 'POST').map(({ path, body }) => [path, body]);
  await box('Kalmar 02').click();
  await page.getByRole('button', { name: 'Select all 32 that match' }).click();
  await expect.element(bar('All 32 that match are selected')).toBeVisible();
  await expect.element(wholePage).toBeChecked();
  await erase.click();
  await expect.poll(address).toBe('/account/ca/organizations/bulk/plan-1');
  expect(planned()).toEqual([[`${ORGANIZATIONS}/bulk/delete`, { filters: {}, input: {} }]]);
  expect(calls.filter(({ method }) => method === 'DELETE')).toEqual([]);
});

test('some are planned by their ids', async () => {
  const calls = servePlans(3);
  await renderPart(<Deletable />, { as: MANAGER });
  await box('Kalmar 02').click();
  await erase.click();
  await expect.poll(() => calls.find(({ method }) => method === 'POST')?.body).toEqual({ ids: ['id-02'], input: {} });
});

test('of more than a plan takes not all are selected, and the bar says why', async () => {
  servePlans(40, { bound: 30 });
  await renderPart(<Deletable />, { as: MANAGER });
  await box('Kalmar 02').click();
  await expect.element(page.getByText('More than 10,000 match. Narrow the filters to select all.')).toBeVisible();
  await expect.element(page.getByRole('button', { name: /that match/ })).not.toBeInTheDocument();
});

test('while the list is exported its selected rows are not, and the button says why', async () => {
  const { wait, release } = held();
  const calls = serveRows(rowsOf(3), {
    first: ({ path }) => (path.endsWith('/export') ? wait.then(() => problem('INTERNAL', 500)) : undefined),
  });
  await renderPart(<Deletable />, { as: MANAGER });
  await page.getByRole('button', { name: 'Export CSV' }).click();
  await box('Kalmar 02').click();
  const selected = page.getByRole('button', { name: 'Export', exact: true });
  await expect.element(selected).toHaveAttribute('title', 'The export is under way');
  await expect.element(selected).toHaveAttribute('aria-disabled', 'true');
  release();
  await expect.element(selected).not.toHaveAttribute('aria-disabled');
  expect(calls.filter(({ path }) => path.endsWith('/export'))).toHaveLength(1);
});

test('a plan that is refused says why, and the selection stays', async () => {
  servePlans(3, { refused: true });
  await renderPart(<Deletable />, { as: MANAGER });
  await box('Kalmar 02').click();
  await erase.click();
  await expect.element(page.getByText(/Narrow the filters and go in several steps/)).toBeVisible();
  await expect.element(box('Kalmar 02')).toBeChecked();
});

const ACTS = ['Activate', 'Deactivate', 'Set language', 'Delete'];

function WithActs({ acts }: { acts: readonly string[] }) {
  const bulk: Bulk<OrganizationRow> = {
    name: (row) => row.name,
    acts: acts.map((label) => ({
      label,
      ...(label === 'Set language'
        ? { asks: { title: label, fields: <p>Which</p>, begin: () => undefined, whyNotYet: null } }
        : {}),
      plan: () => Promise.resolve({ id: label }),
    })),
    planAt: (id) => `/account/plans/${id}`,
  };
  return <TestList bulk={bulk} />;
}
const more = page.getByRole('button', { name: 'More actions' });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const entry = (name: string) => page.getByRole('menuitem', { name });

test('of many acts two are in sight and the rest in a menu; three stand side by side', async () => {
  servePlans(3);
  const { address } = await renderPart(<WithActs acts={ACTS} />, { as: MANAGER });
  await box('Kalmar 02').click();
  await expect.element(button('Deactivate')).toBeVisible();
  await expect.element(button('Delete')).not.toBeInTheDocument();
  await more.click();
  await entry('Set language').click();
  await expect.element(page.getByRole('dialog', { name: 'Set language' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(more).toHaveFocus();
  await more.click();
  await entry('Delete').click();
  await expect.poll(address).toBe('/account/plans/Delete');
});

test('three acts need no menu; a phone has all of them in one', async () => {
  servePlans(3);
  await renderPart(<WithActs acts={ACTS.slice(1)} />, { as: MANAGER });
  await box('Kalmar 02').click();
  await expect.element(button('Delete')).toBeVisible();
  await expect.element(more).not.toBeInTheDocument();
  await page.viewport(360, 800);
  await expect.element(button('Delete')).not.toBeInTheDocument();
  await button('Actions').click();
  await expect.element(entry('Delete')).toBeVisible();
});

function AccountActs() {
  const { acts, planAt } = useAccountBulk({}, '2026-11-21');
  return <TestList bulk={{ name: (row) => row.name, acts, planAt }} />;
}

test.each(LOCALES)('the acts on accounts stand in one line beside the navigation at 1440 px, in %s', async (locale) => {
  servePlans(253);
  const [window, navigation, padding] = [1440, 232, 64];
  await renderPart(<AccountActs />, {
    as: { ...MANAGER, permissions: ['manage_account'], features: ['AM_enable_partner_scope'] },
    width: window - navigation - padding,
    locale,
  });
  await page.getByRole('checkbox').nth(1).click();
  await expect.element(page.getByRole('status').first()).toBeVisible();
  const count = page
    .getByRole('status')
    .elements()
    .find(({ tagName }) => tagName === 'B');
  const foot = count?.parentElement?.parentElement;
  const controls = [...(foot?.querySelectorAll('button, a, [role=status]') ?? [])].flatMap((one) => {
    const { top, bottom } = one.getBoundingClientRect();
    return top === bottom ? [] : [(top + bottom) / 2];
  });
  expect(controls.length).toBeGreaterThan(6);
  expect(Math.max(...controls) - Math.min(...controls)).toBeLessThan(8);
});

test.each([
  ['is there', ['AM_enable_partner_scope'], 1],
  ['is not there without partner accounts', [], 0],
] as const)('[A-001] the act that changes the partner of many %s', async (_, features, count) => {
  servePlans(3);
  await renderPart(<AccountActs />, { as: { ...MANAGER, permissions: ['manage_account'], features } });
  await box('Kalmar 02').click();
  await more.click();
  await expect.element(entry('Delete')).toBeVisible();
  expect(entry('Change partner').elements()).toHaveLength(count);
});

function Asking() {
  const bulk: Bulk<OrganizationRow> = {
    name: (row) => row.name,
    acts: [
      {
        label: 'Move',
        asks: { title: 'Move', fields: <p>Where to</p>, begin: () => undefined, whyNotYet: 'Choose a place first.' },
        plan: () => Promise.reject(new Error('not yet')),
      },
    ],
    planAt: (id) => id,
  };
  return <TestList bulk={bulk} />;
}

test('an act that is given something asks for it first', async () => {
  servePlans(3);
  await renderPart(<Asking />, { as: MANAGER });
  await box('Kalmar 02').click();
  await page.getByRole('button', { name: 'Move', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Move' });
  await expect.element(dialog.getByText('Nothing changes yet: you see the plan first.')).toBeVisible();
  await expect.element(dialog.getByText('Choose a place first.')).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Plan for 1 row' })).toHaveAttribute('aria-disabled', 'true');
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('button', { name: 'Move', exact: true })).toHaveFocus();
});

test('who puts the question away while its plan is being made is not led to it, and may plan another act', async () => {
  const { wait, release } = held();
  const ledTo: string[] = [];
  const bulk: Bulk<OrganizationRow> = {
    name: (row) => row.name,
    acts: [
      {
        label: 'Move',
        asks: { title: 'Move', fields: <p>Where to</p>, begin: () => undefined, whyNotYet: null },
        plan: () => wait.then(() => ({ id: 'move' })),
      },
      { label: 'Delete', plan: () => Promise.resolve({ id: 'delete' }) },
    ],
    planAt(id) {
      ledTo.push(id);
      return `/account/plans/${id}`;
    },
  };
  servePlans(3);
  const { address } = await renderPart(<TestList bulk={bulk} />, { as: MANAGER });
  await box('Kalmar 02').click();
  await button('Move').click();
  const dialog = page.getByRole('dialog', { name: 'Move' });
  await dialog.getByRole('button', { name: 'Plan for 1 row' }).click();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(button('Move')).not.toHaveAttribute('aria-busy', 'true');
  release();
  await erase.click();
  await expect.poll(address).toBe('/account/plans/delete');
  expect(ledTo).toEqual(['delete']);
});

test('who may do nothing to the rows selects none', async () => {
  servePlans(3);
  await renderPart(<Deletable />);
  await expect.element(page.getByRole('link', { name: 'Kalmar 01' })).toBeVisible();
  await expect.element(page.getByRole('checkbox')).not.toBeInTheDocument();
});

test('a phone selects too, by a chip', async () => {
  servePlans(2);
  await renderPart(<Deletable />, { as: MANAGER, width: 360 });
  await page.getByRole('button', { name: 'Select all' }).click();
  await expect.element(bar('2 selected')).toBeVisible();
  await expect.element(box('Kalmar 01')).toBeChecked();
});
