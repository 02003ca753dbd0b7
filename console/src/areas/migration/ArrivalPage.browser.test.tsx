/** What the page of an account that comes says and offers, and its notices. */
import type { Arrival, Conflict } from '@signet/contract/areas/migration';
import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { queryClient } from '../../api/query.ts';
import { beginSession } from '../../session/start.ts';
import { endSession } from '../../session/state.ts';
import { unsavedForms } from '../../shell/form/unsaved-forms.ts';
import { NoticeArea } from '../../shell/notices/NoticeArea.tsx';
import { clearNotices } from '../../shell/notices/notifications.ts';
import { answerWith, problem, type Asked } from '../../testing/answers.ts';
import { ARRIVAL, conflict, ID, REPORT } from '../../testing/arrivals.ts';
import { renderPart } from '../../testing/render.tsx';
import { tokensOf } from '../../testing/tokens.ts';
import ArrivalPage from './ArrivalPage.tsx';

const TOOL = '/account/migrationTool';
const API = '/account/ui-api/v1/migration';
const MIGRATE = '/account/api/v1/account/migrate';

afterEach(() => clearNotices());

const ADMINISTRATOR = {
  permissions: ['manage_account'],
  accounts: ['Signet platform'],
  migration: true,
  scope: 'system',
} as const;
const notices = page.getByRole('region', { name: 'Messages' });
const button = (name: string) => page.getByRole('button', { name, exact: true });

/** One arrival, whose state the test may change. */
async function openArrival(arrival: Arrival, answer: (asked: Asked) => unknown = () => undefined) {
  const shown = { arrival };
  const calls = answerWith((asked) => {
    const given = answer(asked);
    if (given !== undefined) return given;
    if (asked.method === 'GET' && asked.path === `${API}/arrival/${ID}`) return shown.arrival;
    return undefined;
  });
  await renderPart(
    <>
      <main>
        <ArrivalPage />
      </main>
      <NoticeArea />
    </>,
    { as: ADMINISTRATOR, at: `${TOOL}/${ID}`, pages: [`${TOOL}/$id`] },
  );
  return { calls, show: (next: Partial<Arrival>) => void (shown.arrival = { ...shown.arrival, ...next }) };
}

async function migrate(): Promise<void> {
  await button('Migrate account').click();
  const dialog = page.getByRole('dialog', { name: 'Migrate Harbor Insurance?' });
  await dialog.getByRole('textbox').fill('harbor');
  await dialog.getByRole('button', { name: 'Migrate account' }).click();
}

test('[A-005] a migration that has begun says so, and that the account is migrated once it is', async () => {
  const { calls, show } = await openArrival(ARRIVAL, ({ method, path }) => {
    if (method !== 'POST' || path !== MIGRATE) return undefined;
    show({ state: 'running', progress: { table: 'organization', done: 1, total: 3 } });
    return Response.json({ ...ARRIVAL, state: 'running' }, { status: 201 });
  });
  await migrate();
  await expect.element(notices.getByText('The account is being migrated.')).toBeVisible();
  expect(calls.find(({ path }) => path === MIGRATE)?.body).toEqual({ account_identifier: 'harbor', migration_id: ID });
  await expect.element(page.getByRole('progressbar')).toHaveAttribute('aria-valuetext', '1 of 3 entries');
  expect(notices.getByText('Account migrated').elements()).toEqual([]);
  show({ state: 'arrived', progress: { table: null, done: 3, total: 3 } });
  await expect.element(notices.getByText('Account migrated')).toBeVisible();
  await expect.element(page.getByText('Here, not in service yet')).toBeVisible();
});

test.each([
  ['201', (): unknown => Response.json({ ...ARRIVAL, state: 'running' }, { status: 201 })],
  ['204', (): unknown => null],
])('[A-005] an account that is here before the page has looked is said to be migrated, after %s', async (_, answer) => {
  const { show } = await openArrival(ARRIVAL, ({ path }) => {
    if (path !== MIGRATE) return undefined;
    show({ state: 'arrived' });
    return answer();
  });
  await migrate();
  await expect.element(notices.getByText('Account migrated')).toBeVisible();
  expect(notices.getByText('The account is being migrated.').elements()).toEqual([]);
});

test('[A-004] a failure shows the message of the server', async () => {
  const message = 'The other platform is closed on Sundays.';
  await openArrival(ARRIVAL, ({ path }) =>
    path === MIGRATE ? Response.json({ error: { status: 'CLOSED', message } }, { status: 409 }) : undefined,
  );
  await migrate();
  await expect.element(notices.getByText(message)).toBeVisible();
  expect(notices.getByText('Migration failed').elements()).toEqual([]);
});

test.each([
  ['an error without a message', () => Response.json({ error: {} }, { status: 500 })],
  ['an answer that is none', () => new Response('', { status: 500 })],
  ['the status alone', () => problem('MIGRATION_FAILED', 409)],
  ['a status that the console has no words for', () => problem('MOON_IS_FULL', 409)],
])('[A-004] a failure by %s says that the migration failed', async (_, answer) => {
  await openArrival(ARRIVAL, ({ path }) => (path === MIGRATE ? answer() : undefined));
  await migrate();
  await expect.element(notices.getByText('Migration failed')).toBeVisible();
});

test('a migration that no answer came to says that nobody knows whether it has begun', async () => {
  await openArrival(ARRIVAL, ({ path }) => (path === MIGRATE ? Promise.reject(new TypeError('cut')) : undefined));
  await migrate();
  await expect.element(notices.getByText(/look whether it was done before you try again/)).toBeVisible();
  expect(notices.getByText('Migration failed').elements()).toEqual([]);
});

test.each([
  ['can be confirmed', false],
  ['that was deleted here since says so, and can only be undone', true],
])('an account that has arrived %s', async (_, account_deleted) => {
  await openArrival({ ...ARRIVAL, state: 'arrived', report: REPORT, account_deleted });
  await expect.element(button('Undo')).toBeVisible();
  expect(button('Confirm').elements()).toHaveLength(account_deleted ? 0 : 1);
  const said = page.getByText('The account was deleted here: undo the migration.');
  expect(said.elements()).toHaveLength(account_deleted ? 1 : 0);
});

test('a failure behind the call is said in words, and the migration goes on when asked', async () => {
  const { calls } = await openArrival({
    ...ARRIVAL,
    state: 'stopped',
    failure: { status: 'MIGRATION_SINCE', params: { table: 'organization' } },
  });
  await expect.element(page.getByText(/belongs to the account \(Organizations\)/)).toBeVisible();
  await button('Go on').click();
  await expect.poll(() => calls.map(({ path }) => path)).toContain(`${API}/arrival/${ID}/again`);
});

test('one that stopped and was deleted here since can only be undone, which is said', async () => {
  const failure = { status: 'MIGRATION_SINCE', params: { table: 'organization' } };
  await openArrival({ ...ARRIVAL, state: 'stopped', failure, account_deleted: true });
  await expect.element(button('Undo')).toBeVisible();
  await expect.element(page.getByText('The account was deleted here: undo the migration.')).toBeVisible();
  expect(button('Go on').elements()).toEqual([]);
});

/** A refusal by a conflict that nobody has seen yet; the arrival has it from then on. */
const unresolved = (): Response =>
  Response.json({ error: { status: 'MIGRATION_UNRESOLVED', message: '', params: { count: 1 } } }, { status: 409 });

test('a conflict that came up since the check is shown once the migration is refused for it', async () => {
  const taken = conflict({ key: 'identifier:1', kind: 'identifier', name: 'harbor', ways: ['rename'] });
  const { calls, show } = await openArrival(ARRIVAL, ({ path, body }) => {
    if (path === MIGRATE) {
      show({ conflicts: [taken] });
      return unresolved();
    }
    if (!path.endsWith('/choice')) return undefined;
    const { choices } = body as { choices: Record<string, Conflict['choice']> };
    show({ conflicts: [{ ...taken, choice: choices[taken.key] ?? null }] });
    return { ...ARRIVAL, conflicts: [{ ...taken, choice: choices[taken.key] ?? null }] };
  });
  await migrate();
  await userEvent.selectOptions(page.getByLabelText('What to do about it: harbor'), 'Another name');
  expect(button('Migrate account').elements()).toEqual([]);
  await button('Save and check again').click();
  await expect.element(button('Migrate account')).toBeVisible();
  expect(calls.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([
    { choices: { 'identifier:1': { way: 'rename', value: 'harriet-2' } } },
  ]);
});

test('a license that is short at the end can be gone without, and the account be confirmed', async () => {
  const short = conflict({ key: 'license:s', kind: 'license', name: 'seat_units', ways: ['leave_out'] });
  const { show } = await openArrival({ ...ARRIVAL, state: 'arrived', report: REPORT }, ({ path }) => {
    if (!path.endsWith('/confirm')) return undefined;
    show({ conflicts: [{ ...short, params: { needed: 5, left: 3 } }] });
    return unresolved();
  });
  await button('Confirm').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
  await expect.element(page.getByText('Seat units: 5 allocated there, 3 left here.')).toBeVisible();
  await expect.element(page.getByRole('main').getByText('Not settled yet: 1 conflict.')).toBeVisible();
  await expect.element(page.getByLabelText('What to do about it: Seat units')).toBeVisible();
  await expect.element(button('Save and check again')).toBeVisible();
});

test('what must be settled elsewhere can be looked at again once it is', async () => {
  const params = { needed: 9, left: 1 };
  const full = conflict({ key: 'used_up:administrator', kind: 'used_up', name: 'administrators', params, ways: [] });
  const { calls, show } = await openArrival({ ...ARRIVAL, conflicts: [full] }, ({ path }) => {
    if (!path.endsWith('/choice')) return undefined;
    show({ conflicts: [] });
    return ARRIVAL;
  });
  await expect.element(page.getByText('Make room in the license of this platform, then check again.')).toBeVisible();
  await button('Check again').click();
  await expect.element(button('Migrate account')).toBeVisible();
  expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({ choices: {} });
});

test('what stands in the way is said by its name, and goes with what was chosen', async () => {
  const conflicts = [
    conflict({}),
    conflict({
      key: 'license:seats',
      kind: 'license',
      name: 'seat_units',
      params: { needed: 5, left: 3 },
      ways: ['leave_out'],
    }),
    conflict({
      key: 'license:discovered',
      kind: 'license',
      name: 'discovered_certificate_units',
      params: { application: 'discovery_automation_manager', needed: -1, left: 0 },
      ways: ['leave_out'],
    }),
    conflict({
      key: 'used_up:administrator',
      kind: 'used_up',
      name: 'administrators',
      params: { needed: 9, left: 1 },
      ways: [],
    }),
  ];
  const { calls } = await openArrival({ ...ARRIVAL, conflicts });
  await expect.element(page.getByText('Seat units: 5 allocated there, 3 left here.')).toBeVisible();
  await expect
    .element(page.getByText('The license of this platform has 1 left of Administrators; 9 are needed.'))
    .toBeVisible();
  await expect
    .element(page.getByText(/^Discovered certificate units \(.+\): unlimited there, 0 left here\.$/))
    .toBeVisible();
  await expect.element(page.getByText('Not settled yet: 4 conflicts.')).toBeVisible();
  expect(button('Migrate account').elements()).toEqual([]);
  await userEvent.selectOptions(page.getByLabelText('What to do about it: harriet'), 'Another name');
  await expect.element(page.getByLabelText('New name for harriet')).toHaveValue('harriet-2');
  await userEvent.selectOptions(page.getByLabelText('What to do about it: Seat units'), 'Leave it out');
  await button('Save and check again').click();
  await expect
    .poll(() => calls.find(({ method }) => method === 'PUT')?.body)
    .toEqual({
      choices: { 'user_name:1': { way: 'rename', value: 'harriet-2' }, 'license:seats': { way: 'leave_out' } },
    });
});

test('only what was changed here is saved: what others choose meanwhile stays', async () => {
  const leftOut = { way: 'leave_out' } as const;
  const conflicts = [conflict({ choice: leftOut }), conflict({ key: 'user_name:2', name: 'ines' })];
  const { calls } = await openArrival({ ...ARRIVAL, conflicts });
  await userEvent.selectOptions(page.getByLabelText('What to do about it: ines'), 'Leave it out');
  await button('Save and check again').click();
  await expect
    .poll(() => calls.find(({ method }) => method === 'PUT')?.body)
    .toEqual({ choices: { 'user_name:2': leftOut } });
});

test('many are decided together, those alone that allow it, and can be decided again', async () => {
  const conflicts = [
    conflict({}),
    conflict({ key: 'user_name:2', name: 'ines', suggestion: 'ines-2' }),
    conflict({ key: 'domain:1', kind: 'domain', name: 'nord.example', ways: ['leave_out'], suggestion: null }),
    conflict({ key: 'used_up:seat', kind: 'used_up', name: 'seats', params: { needed: 9, left: 1 }, ways: [] }),
  ];
  const { calls, show } = await openArrival({ ...ARRIVAL, conflicts }, ({ path, body }) => {
    if (!path.endsWith('/choice')) return undefined;
    const { choices } = body as { choices: Record<string, Conflict['choice']> };
    show({ conflicts: conflicts.map((one) => ({ ...one, choice: choices[one.key] ?? null })) });
    return ARRIVAL;
  });
  const together = page.getByRole('group', { name: 'What to do about all of them' });
  await expect.element(together.getByText(/^3 conflicts are not decided\./)).toBeVisible();
  await userEvent.selectOptions(page.getByLabelText('What to do about it: ines'), 'Leave it out');
  await together.getByRole('button', { name: 'Another name' }).click();
  await expect.element(together.getByText(/^1 conflict is not decided\./)).toBeVisible();
  expect(together.getByRole('button', { name: 'Another name' }).elements()).toEqual([]);
  await together.getByRole('button', { name: 'Leave it out' }).click();
  await expect.element(together.getByText('All are decided.')).toBeVisible();
  await button('Save and check again').click();
  await expect
    .poll(() => calls.find(({ method }) => method === 'PUT')?.body)
    .toEqual({
      choices: {
        'user_name:1': { way: 'rename', value: 'harriet-2' },
        'user_name:2': { way: 'leave_out' },
        'domain:1': { way: 'leave_out' },
      },
    });
  await together.getByRole('button', { name: 'Decide again' }).click();
  await expect.element(together.getByText(/^3 conflicts are not decided\./)).toBeVisible();
});

test.each([
  ['migrated', { ...ARRIVAL, conflicts: [conflict({ choice: { way: 'leave_out' } })] }, 'harriet', 'Migrate account'],
  [
    'confirmed',
    {
      ...ARRIVAL,
      state: 'arrived',
      report: REPORT,
      conflicts: [conflict({ kind: 'license', name: 'seat_units', ways: ['leave_out'], choice: { way: 'leave_out' } })],
    },
    'Seat units',
    'Confirm',
  ],
  [
    'gone on with',
    {
      ...ARRIVAL,
      state: 'stopped',
      failure: { status: 'MIGRATION_UNRESOLVED', params: { count: 1 } },
      conflicts: [conflict({ choice: { way: 'leave_out' } })],
    },
    'harriet',
    'Go on',
  ],
] as const satisfies readonly (readonly [string, Arrival, string, string])[])(
  'an account is not %s by other choices than those on the screen',
  async (_, arrival, name, act) => {
    const { calls } = await openArrival(arrival);
    await userEvent.selectOptions(page.getByLabelText(`What to do about it: ${name}`), 'Not decided');
    await expect.element(button(act)).toHaveAccessibleDescription('Save what you have chosen first.');
    await userEvent.selectOptions(page.getByLabelText(`What to do about it: ${name}`), 'Leave it out');
    await expect.element(button(act)).not.toHaveAttribute('aria-disabled');
    expect(calls.every(({ method }) => method === 'GET')).toBe(true);
  },
);

test('names that were typed stay when another conflict comes up, and are not lost without a question', async () => {
  const { show } = await openArrival({ ...ARRIVAL, conflicts: [conflict({})] });
  await userEvent.selectOptions(page.getByLabelText('What to do about it: harriet'), 'Another name');
  await userEvent.fill(page.getByLabelText('New name for harriet'), 'harriet-north');
  show({ conflicts: [conflict({}), conflict({ key: 'user_name:2', name: 'ines' })] });
  await queryClient.invalidateQueries();
  await expect.element(page.getByLabelText('What to do about it: ines')).toBeVisible();
  await expect.element(page.getByLabelText('New name for harriet')).toHaveValue('harriet-north');
  expect(unsavedForms.get()).toBe(1);
});

test('names that were typed when the session ended come back to the same person, and can be discarded', async () => {
  const conflicts = [conflict({}), conflict({ key: 'user_name:2', name: 'ines' })];
  const newName = page.getByLabelText('New name for harriet');
  const notice = page.getByText(/You typed this before your session ended/);
  beginSession(tokensOf('ada'));
  await openArrival({ ...ARRIVAL, conflicts });
  await userEvent.selectOptions(page.getByLabelText('What to do about it: harriet'), 'Another name');
  await userEvent.fill(newName, 'harriet-north');
  endSession('expired');
  beginSession(tokensOf('ada'));
  document.body.replaceChildren();
  await openArrival({ ...ARRIVAL, conflicts });
  await expect.element(newName).toHaveValue('harriet-north');
  await expect.element(notice).toBeVisible();
  await button('Discard it').click();
  await expect.element(page.getByLabelText('What to do about it: harriet')).toHaveValue('');
  await expect.element(notice).not.toBeInTheDocument();
});

test('what is discarded is not asked about once more for what was chosen', async () => {
  const { calls } = await openArrival({ ...ARRIVAL, conflicts: [conflict({})] }, ({ method }) =>
    method === 'DELETE' ? null : undefined,
  );
  await userEvent.selectOptions(page.getByLabelText('What to do about it: harriet'), 'Leave it out');
  await button('Discard file').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard file' }).click();
  await expect.poll(() => calls.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
  await expect.element(page.getByRole('heading', { name: 'Harbor Insurance' })).not.toBeInTheDocument();
});

const WRONG_CODE = { status: 'MIGRATION_CODE_WRONG', message: '', params: {} };

test('after a wrong code another one is asked for, and the file is not sent again', async () => {
  const refused: Partial<Arrival> = { state: 'refused', failure: WRONG_CODE, account: null, from: null, tables: [] };
  const { calls, show } = await openArrival({ ...ARRIVAL, ...refused, source: 'file' }, ({ method }) => {
    if (method !== 'PUT') return undefined;
    show({ state: 'reading', failure: null });
    return { ...ARRIVAL, state: 'reading' };
  });
  await expect.element(page.getByText('This code does not open the file.')).toBeVisible();
  await button('Check').click();
  const code = page.getByLabelText('Transfer code', { exact: true });
  await expect.element(code).toHaveAttribute('aria-invalid', 'true');
  await userEvent.fill(code, ' move_right ');
  await button('Check').click();
  await expect
    .poll(() => calls.filter(({ method }) => method !== 'GET').map(({ method, path, body }) => [method, path, body]))
    .toEqual([['PUT', `${API}/arrival/${ID}/reading`, { code: 'move_right' }]]);
  await expect.element(page.getByRole('progressbar')).toBeVisible();
  expect(code.elements()).toEqual([]);
});

test('a file that is no use is not asked another code for', async () => {
  const failure = { ...WRONG_CODE, status: 'MIGRATION_FILE_CUT' };
  await openArrival({ ...ARRIVAL, state: 'refused', failure, account: null, from: null, tables: [] });
  await expect.element(button('Discard file')).toBeVisible();
  expect(page.getByText('Try another code').elements()).toEqual([]);
});

test.each([
  ['not_yet', /The other platform is told as soon as it answers/],
  ['told', /The other platform knows that the account has moved/],
  ['given_up', /The other platform could not be told for three days/],
] as const)('of a source that is %s the page says so', async (source_told, words) => {
  await openArrival({ ...ARRIVAL, state: 'confirmed', source_told });
  await expect.element(page.getByText(words)).toBeVisible();
});
