/** Inviting one: by an address it goes to the account that the form shows, and to no other. */
import type { Permission, Scope } from '@signet/contract/viewer';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { chooseAccount } from '../../shell/account/account-name.ts';
import { NoticeArea } from '../../shell/notices/NoticeArea.tsx';
import { answerWith, problem } from '../../testing/answers.ts';
import { renderPart } from '../../testing/render.tsx';
import InvitePage from './InvitePage.tsx';

const INVITE = '/account/ui-api/v2/enrollment';
const SECOND = '00000000-0000-4000-8000-000000000101';
const TEMPLATE = '00000000-0000-4000-8000-000000000801';
/** What a template says of the subject that says nothing of it. */
const OPEN = { organizational_unit: '', locality: '', state: '', country: '' };

async function inviteByAddress(scope: Scope, accounts: string[]) {
  const calls = answerWith(({ method, path }) => {
    if (method === 'POST') return { id: 'e-1', name: 'Nils Berg', email: 'nils@nordmark.example', link: null };
    const items = [{ id: TEMPLATE, name: 'Mail of people', seat_types: ['user'], days: 90, ...OPEN }];
    return path.endsWith(`/account/${SECOND}/template`) ? { items, total: 1 } : undefined;
  });
  await renderPart(<InvitePage />, {
    as: { scope, permissions: ['view_enrollment', 'manage_enrollment', 'view_seat', 'manage_seat'], accounts },
  });
  await page.getByRole('radio', { name: 'Somebody by their email address' }).click();
  await page.getByLabelText('First name').fill('Nils');
  await page.getByLabelText('Last name').fill('Berg');
  await page.getByLabelText('Email address').first().fill('nils@nordmark.example');
  return calls;
}
const send = page.getByRole('button', { name: 'Send invitation' });

test('[S-248 S-343] by an address goes to the account chosen in the header, whose templates are offered', async () => {
  chooseAccount(SECOND);
  const calls = await inviteByAddress('account', ['Nordmark Landesbank', 'Nordmark Leasing']);
  await expect.element(page.getByLabelText('Account')).toHaveValue('Nordmark Leasing');
  const asked = calls.find(({ path }) => path.endsWith('/template'));
  expect(asked?.query.get('limit')).toBe('99999');
  const validity = page.getByLabelText(/^Validity in days/);
  await expect.element(validity).toHaveAccessibleDescription(/from 1 to 365\. Left empty/);
  await page.getByRole('combobox', { name: 'Template' }).selectOptions(TEMPLATE);
  await expect.element(validity).toHaveAccessibleDescription(/from 1 to 90\. Left empty/);
  await send.click();
  await expect
    .poll(() => calls.find(({ method, path }) => method === 'POST' && path === INVITE)?.body)
    .toMatchObject({ account_id: SECOND, email: 'nils@nordmark.example', template_id: TEMPLATE });
});

test('what the template says of the subject is read, not filled in, and nothing else is sent', async () => {
  const calls = answerWith(({ method, path }) => {
    if (method === 'POST') return { id: 'e-1', name: 'Nils Berg', email: 'nils@nordmark.example', link: null };
    if (path.endsWith(`/seat/${SEAT.id}`)) return { ...SEAT, type: 'user', email: 'nils@nordmark.example' };
    const of = { seat_types: ['user'], days: 90 };
    const items = [
      { id: TEMPLATE, name: 'Mail', ...of, ...OPEN },
      { id: 'second', name: 'Of Sweden', ...of, ...OPEN, locality: 'Luleå', country: 'SE' },
    ];
    if (path.endsWith('/nationalities')) return { items: [{ code: 'SE', name: 'Sweden' }], total: 1 };
    return path.endsWith('/template') ? { items, total: 2 } : undefined;
  });
  await renderPart(<InvitePage />, {
    at: `/account/list?seat=${SEAT.id}`,
    as: { scope: 'account', permissions: INVITES, accounts: ['Nordmark'] },
  });
  const choice = page.getByRole('combobox', { name: 'Template' });
  const city = page.getByRole('textbox', { name: /^City/ });
  await choice.selectOptions(TEMPLATE);
  await city.fill('Kiel');
  await expect.element(page.getByRole('checkbox', { name: 'City' })).toBeVisible();
  await choice.selectOptions('second');
  await expect.element(city).toHaveValue('Luleå');
  await expect.element(city).toHaveAttribute('readonly');
  await expect.element(city).toHaveAccessibleDescription('The template says this, for all its certificates.');
  await expect.element(city).toHaveAccessibleName('City');
  await expect.element(page.getByRole('textbox', { name: 'Country', exact: true })).toHaveValue('Sweden');
  expect(page.getByRole('checkbox', { name: 'City' }).elements()).toEqual([]);
  await send.click();
  await expect.poll(() => calls.find(({ method }) => method === 'POST')?.body).toMatchObject({ template_id: 'second' });
  expect(calls.find(({ method }) => method === 'POST')?.body).not.toHaveProperty('locality');
});

test('the address of somebody else does not become that of a seat', async () => {
  await inviteByAddress('account', ['Nordmark Landesbank']);
  await page.getByRole('radio', { name: 'A seat' }).click();
  await expect.element(page.getByRole('textbox', { name: /^Email address/ })).toHaveValue('');
});

test('whoever has no account of their own chooses one before anything is sent', async () => {
  const calls = await inviteByAddress('system', []);
  await send.click();
  const account = page.getByLabelText('Account');
  await expect.element(account).toHaveAttribute('aria-invalid', 'true');
  await expect.element(account).not.toHaveAccessibleName(/optional/);
  expect(calls.some(({ method }) => method === 'POST')).toBe(false);
});

const NONE = { items: [], total: 0 };
const SEAT = { id: 'seat-1', name: 'Gate 1', identifier: 'SN-1', type: 'device', account_id: SECOND };
type Nothing = { permissions: Permission[]; seats?: object; at?: string; mailServer?: boolean };

async function withNothing({ permissions, seats = NONE, at = '/account/list', mailServer = true }: Nothing) {
  answerWith(({ method, path }) => {
    if (method === 'POST') return { id: 'e-1', name: 'Nils Berg', email: 'nils@nordmark.example', link: null };
    if (path.endsWith('/v1/seat')) return seats;
    if (path.endsWith('/template')) return NONE;
    return path.endsWith(`/seat/${SEAT.id}`) ? SEAT : undefined;
  });
  const part = (
    <>
      <InvitePage />
      <NoticeArea />
    </>
  );
  await renderPart(part, { as: { scope: 'account', permissions, accounts: ['Nordmark'], mailServer }, at });
}
const INVITES: Permission[] = ['manage_enrollment', 'view_seat', 'view_template', 'view_user'];

const link = (name: string) => page.getByRole('link', { name });

test('where there is no seat, who may make one is led there', async () => {
  await withNothing({ permissions: [...INVITES, 'manage_seat'] });
  await expect.element(link('Create a seat')).toHaveAttribute('href', '/account/ca/seats/create');
  await expect.element(page.getByText(/^Choose a seat first/)).toBeVisible();
});

test('where no template takes the seat, who may make one is led there', async () => {
  await withNothing({ permissions: [...INVITES, 'manage_template', 'view_profile'], at: '/account/list?seat=seat-1' });
  await expect.element(link('Create a template')).toHaveAttribute('href', '/account/ca/certificate-templates/create');
});

test.each([
  ['seat', '/account/list', /^There is no seat yet\. Anyone who manages seats can make one\.$/],
  ['template', '/account/list?seat=seat-1', /type \(Device\)\. Anyone who manages templates can make one\.$/],
])('where there is no %s, who may not make one reads who can', async (what, at, words) => {
  await withNothing({ permissions: INVITES, at });
  await expect.element(page.getByText(words)).toBeVisible();
  await expect.element(link(`Create a ${what}`)).not.toBeInTheDocument();
});

const SEATS = [SEAT, { ...SEAT, id: 'seat-2', name: 'Gate 2', identifier: 'SN-2' }];

test('once a seat is chosen the others are offered too', async () => {
  answerWith(({ path, query }) => {
    const name = query.get('name') ?? '';
    const items = SEATS.filter((one) => one.name.includes(name) || one.identifier.includes(name));
    if (path.endsWith('/v1/seat')) return { items, total: items.length };
    return path.endsWith('/template') ? NONE : SEATS.find(({ id }) => path.endsWith(`/seat/${id}`));
  });
  await renderPart(<InvitePage />, { as: { scope: 'account', permissions: INVITES, accounts: ['Nordmark'] } });
  const seat = page.getByRole('combobox', { name: 'Seat' });
  await seat.click();
  await page.getByRole('option', { name: 'Gate 2 (SN-2)' }).click();
  await expect.element(seat).toHaveValue('Gate 2 (SN-2)');
  await page.getByRole('radio', { name: 'A seat' }).click();
  // Longer than it takes to look for what stands in the field.
  await new Promise((done) => setTimeout(done, 500));
  await seat.click();
  await expect.element(page.getByRole('option', { name: 'Gate 1 (SN-1)' })).toBeVisible();
  await expect.element(page.getByRole('option', { name: 'Gate 2 (SN-2)' })).toBeVisible();
});

test('another seat takes neither the address of the first one nor a template that is not for it', async () => {
  const people = [SEAT, { ...SEAT, id: 'seat-3', name: 'Nils Berg', identifier: 'nils', type: 'user' }];
  const templates = [
    { id: TEMPLATE, name: 'Gates', seat_types: ['device'], days: 90, ...OPEN },
    { id: 'second', name: 'Mail', seat_types: ['user', 'device'], days: 90, ...OPEN },
  ];
  answerWith(({ path }) => {
    if (path.endsWith('/v1/seat')) return { items: people, total: 2 };
    if (path.endsWith('/template')) return { items: templates, total: 2 };
    return people.find(({ id }) => path.endsWith(`/seat/${id}`));
  });
  const as = { scope: 'account', permissions: INVITES, accounts: ['Nordmark'] } as const;
  await renderPart(<InvitePage />, { as, at: '/account/list?seat=seat-1' });
  const address = page.getByRole('textbox', { name: /^Email address/ });
  const template = page.getByRole('combobox', { name: 'Template' });
  await address.fill('gatekeeper@nordmark.example');
  await template.selectOptions('second');
  await page.getByRole('combobox', { name: 'Seat' }).click();
  await page.getByRole('option', { name: 'Nils Berg (nils)' }).click();
  await expect.element(address).toHaveValue('');
  await expect.element(page.getByRole('option', { name: 'Gates' })).not.toBeInTheDocument();
  await expect.element(template).toHaveValue('second');
  await page.getByRole('combobox', { name: 'Seat' }).click();
  await page.getByRole('option', { name: 'Gate 1 (SN-1)' }).click();
  await template.selectOptions(TEMPLATE);
  await page.getByRole('combobox', { name: 'Seat' }).click();
  await page.getByRole('option', { name: 'Nils Berg (nils)' }).click();
  await expect.element(page.getByRole('option', { name: 'Gates' })).not.toBeInTheDocument();
  await send.click();
  await expect.element(template).toHaveAttribute('aria-invalid', 'true');
  await expect.element(page.getByRole('alert')).toBeVisible();
});

test('templates and seats that could not be read are not told as none', async () => {
  let refused = true;
  answerWith(({ path }) => {
    if (path.endsWith(`/seat/${SEAT.id}`)) return SEAT;
    if (refused) return problem('TOO_MANY_REQUESTS', 429);
    const items = [{ id: TEMPLATE, name: 'Gates', seat_types: ['device'], days: 90, ...OPEN }];
    return path.endsWith('/template') ? { items, total: 1 } : NONE;
  });
  const as = { scope: 'account', permissions: INVITES, accounts: ['Nordmark'] } as const;
  await renderPart(<InvitePage />, { as, at: '/account/list?seat=seat-1' });
  await page.getByRole('combobox', { name: 'Seat' }).fill('north');
  await expect.element(page.getByText(/^Too many tries/).first()).toBeVisible();
  expect(page.getByText('Nothing found').elements()).toEqual([]);
  // The templates are asked for once the seat is known; what was read before may have been the seats' refusal alone.
  const retry = page.getByRole('button', { name: 'Try again' });
  await expect.element(retry).toBeVisible();
  refused = false;
  await retry.click();
  await expect.element(page.getByRole('option', { name: 'Gates' })).toBeInTheDocument();
});

test('where no mail server is set up, nobody is told that the invitation is on its way', async () => {
  await withNothing({ permissions: INVITES, at: `/account/list?person=${SECOND}`, mailServer: false });
  await send.click();
  await expect
    .element(page.getByRole('status').getByText(/^The email is held, because no mail server is set up\. An admin/))
    .toBeVisible();
});
