/** What the palette makes of the answers of the search: late ones, failed ones, none, and text that is only text. */
import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answerWith, held, problem, type Asked } from '../../testing/answers.ts';
import { renderPart } from '../../testing/render.tsx';
import Palette from './Palette.tsx';

const ADA = { scope: 'system', permissions: ['view_account'], accounts: [] } as const;
const field = page.getByRole('combobox');
const option = (name: RegExp) => page.getByRole('option', { name });
const status = page.getByRole('dialog').getByRole('status');

function Opened() {
  const [text, setText] = useState('');
  const [open, setOpen] = useState(true);
  return (
    <main id="main" tabIndex={-1}>
      {open && <Palette text={text} onText={setText} onClose={() => setOpen(false)} />}
    </main>
  );
}

/** Accounts of these names are found by a part of them; `first` may answer before. */
function serve(names: string[], first: (asked: Asked) => unknown = () => undefined): Asked[] {
  return answerWith(async (asked) => {
    if (asked.path !== '/account/ui-api/v1/search') return undefined;
    const special = await first(asked);
    if (special !== undefined) return special;
    const text = asked.query.get('text')?.toLowerCase() ?? '';
    const found = names.filter((name) => name.toLowerCase().includes(text));
    return { accounts: found.map((name) => ({ id: name.slice(0, 6), name, friendly_identifier: name })) };
  });
}

test('results stay until the next answer, late answers are cancelled, Enter waits for the right one', async () => {
  const late = held();
  const calls = serve(['Norden Bank', 'Orsini Custody', 'Calder Identity'], ({ query }) =>
    query.get('text') === 'orsini' ? late.wait : undefined,
  );
  const asked = (text: string) => calls.filter(({ query }) => query.get('text') === text);
  const { address } = await renderPart(<Opened />, { as: ADA });
  await field.fill('norden');
  await expect.element(option(/^Norden/)).toBeVisible();
  await field.fill('orsini');
  await expect.poll(() => asked('orsini').length).toBe(1);
  await expect.element(option(/^Norden/)).toBeVisible();
  await expect.element(page.getByRole('listbox')).toHaveAttribute('aria-busy', 'true');
  await field.fill('calder');
  await expect.element(option(/^Calder Identity/)).toBeVisible();
  expect(asked('orsini')[0]?.signal?.aborted).toBe(true);

  await field.fill('orsini');
  await expect.poll(() => asked('orsini').length).toBe(2);
  await userEvent.keyboard('{Enter}');
  expect(address()).toBe('/account/list');
  late.release();
  await expect.poll(address).toBe('/account/accounts/Orsini');
});

test('a failure is said, what the console knows itself stays, and another try works', async () => {
  let broken = true;
  serve(['Account of the platform'], () => (broken ? problem('INTERNAL', 500) : undefined));
  await renderPart(<Opened />, { as: ADA, pages: ['/account/accounts'] });
  await field.fill('account');
  await expect.element(page.getByRole('alert').getByText(/The search did not work/)).toBeVisible();
  await expect.element(option(/^Accounts/)).toHaveAttribute('aria-selected', 'true');
  broken = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(option(/^Account of the platform/)).toBeVisible();
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});

test('signs, script and very long text are only text', async () => {
  serve([]);
  await renderPart(<Opened />, { as: ADA });
  for (const text of ['%', '<script>alert(1)</script>', '\\', '"><img src=x onerror=alert(1)>']) {
    await field.fill(text);
    await expect.element(page.getByText(`Nothing found for “${text}”`)).toBeVisible();
  }
  await field.fill('x'.repeat(300));
  await expect.element(field).toHaveValue('x'.repeat(100));
  await expect.element(status).toHaveTextContent('No results');
});

test('a long name is cut at its own end, in any script, and beside it a short identifier is whole', async () => {
  const names = ['Landesbank '.repeat(20).trim(), 'شركة الأمانة للتوثيق الرقمي '.repeat(8).trim()];
  const accounts = names.map((name, index) => ({ id: `${index}`, name, friendly_identifier: `short-${index}` }));
  answerWith(({ path }) => (path === '/account/ui-api/v1/search' ? { accounts } : undefined));
  await renderPart(<Opened />, { as: ADA });
  await field.fill('short');
  await expect.poll(() => page.getByRole('option').elements().length).toBe(2);
  for (const [index, name] of names.entries()) {
    const shown = page.getByText(name).element();
    expect(shown.scrollWidth).toBeGreaterThan(shown.clientWidth);
    const first = document.createRange();
    first.setStart(shown.firstChild ?? shown, 0);
    first.setEnd(shown.firstChild ?? shown, 1);
    const [letter, box] = [first.getBoundingClientRect(), shown.getBoundingClientRect()];
    expect(letter.left).toBeGreaterThanOrEqual(Math.floor(box.left));
    expect(letter.right).toBeLessThanOrEqual(Math.ceil(box.right));
    const identifier = page.getByText(`short-${index}`).element();
    expect(identifier.scrollWidth).toBe(identifier.clientWidth);
  }
});

test('on a phone it fills the screen and closes by its cross', async () => {
  serve(['Grünwald & Söhne Privatbank']);
  await renderPart(<Opened />, { as: ADA, width: 360 });
  await field.fill('bank');
  await expect.element(option(/Grünwald & Söhne Privatbank/)).toBeVisible();
  const { width, height } = page.getByRole('dialog').element().getBoundingClientRect();
  expect([width, height]).toEqual([innerWidth, innerHeight]);
  await page.getByRole('button', { name: 'Close' }).click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});

test('a full answer leads on to all in the list; fewer are all', async () => {
  serve(['Nord 1', 'Nord 2', 'Nord 3', 'Nord 4', 'Nord 5', 'Calder']);
  const { address } = await renderPart(<Opened />, { as: ADA });
  await field.fill('calder');
  await expect.element(option(/^Calder/)).toBeVisible();
  await expect.element(option(/^Show all/)).not.toBeInTheDocument();
  await field.fill('nord');
  await option(/^Show all accounts named “nord”/).click();
  await expect.poll(address).toBe('/account/accounts?name=nord&active=any');
});

test('organizations of one name are told apart by their accounts, and lead on to all of that name', async () => {
  const accounts = ['Alder', 'Calder', 'Norden', 'Orsini', 'Umbra'];
  answerWith(({ path }) =>
    path === '/account/ui-api/v1/search'
      ? { organizations: accounts.map((account_name) => ({ id: account_name, name: 'Head office', account_name })) }
      : undefined,
  );
  const { address } = await renderPart(<Opened />, { as: ADA });
  await field.fill('head');
  for (const account of accounts) await expect.element(option(new RegExp(`^Head office.*${account}`))).toBeVisible();
  await option(/^Show all organizations named “head”/).click();
  await expect.poll(address).toMatch(/\/organizations\?name=head$/);
});

test('a list is not offered for what it would not find: by words in another order, or by identifiers', async () => {
  const named = (name: string, index: number) => ({ id: `${index}`, name, account_name: 'Alder' });
  answerWith(({ path }) =>
    path === '/account/ui-api/v1/search'
      ? {
          accounts: ['N 1', 'N 2', 'N 3', 'N 4', 'N 5'].map((name, index) => ({
            ...named(name, index),
            friendly_identifier: 'north-office',
          })),
          organizations: ['Offíce nórth 1', 'Office north 2', 'North office', 'Office north 3', 'Office north 4'].map(
            named,
          ),
        }
      : undefined,
  );
  await renderPart(<Opened />, { as: ADA });
  await field.fill('north office');
  await expect.element(option(/^Office north 2/)).toBeVisible();
  await expect.element(option(/^N 5/)).toBeVisible();
  await expect.element(option(/^Show all/)).not.toBeInTheDocument();
});

test('all organizations of a name are those of all accounts, for whoever works in several', async () => {
  const names = ['Head 1', 'Head 2', 'Head 3', 'Head 4', 'HÉAD 5'];
  answerWith(({ path }) =>
    path === '/account/ui-api/v1/search'
      ? { organizations: names.map((name) => ({ id: name, name, account_name: 'Alder' })) }
      : undefined,
  );
  const { address } = await renderPart(<Opened />, {
    as: { scope: 'account', permissions: ['view_organization'], accounts: ['Alder', 'Calder'] },
  });
  await field.fill('head');
  await option(/^Show all organizations named “head”/).click();
  await expect.poll(address).toMatch(/\/organizations\?name=head&account_id=any$/);
});

test('roles and service users are found like people, each with what tells it apart', async () => {
  answerWith(({ path }) =>
    path === '/account/ui-api/v1/search'
      ? {
          roles: [
            { id: 'role-1', name: 'Front desk', app_code: 'ca_manager', predefined: false, account_name: 'Nordmark' },
            { id: 'role-2', name: 'Front office', app_code: 'ca_manager', predefined: true, account_name: null },
          ],
          service_users: [{ id: 'service-1', name: 'Front pipeline', account_name: 'Orsini Custody' }],
        }
      : undefined,
  );
  const { address } = await renderPart(<Opened />, { as: ADA });
  await field.fill('front');
  await expect.element(option(/^Front desk.*CA Manager · Nordmark/)).toBeVisible();
  await expect.element(option(/^Front office.*All accounts/)).toBeVisible();
  await expect.element(option(/^Front pipeline.*in Orsini Custody/)).toBeVisible();
  await option(/^Front desk/).click();
  await expect.poll(address).toBe('/account/access/manage-user-roles/role-detail/role-1');
});
