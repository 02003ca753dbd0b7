/** What an act on an account does to its licenses stands in the dialog that asks for the act. */
import type { AccountRow } from '@signet/contract/areas/accounts';
import type { LicenseActWhatIf } from '@signet/contract/areas/licenses';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { NoticeArea } from '../../shell/notices/NoticeArea.tsx';
import { answerWith, problem, type Asked } from '../../testing/answers.ts';
import { renderPart } from '../../testing/render.tsx';
import { DeleteAccount } from './DeleteAccount.tsx';
import { ReassignAccount } from './ReassignAccount.tsx';

const ID = '00000000-0000-4000-8000-000000000900';
const PATH = `/account/ui-api/v1/account/${ID}`;
const ACCOUNT: AccountRow = {
  id: ID,
  name: 'Alder Energy',
  display_name: 'Alder Energy',
  friendly_identifier: 'alder-energy',
  locale: 'en_US',
  type: 'standard',
  partner_account_id: '00000000-0000-4000-8000-000000000901',
  partner_account_name: 'Umbra Trust Services',
  system_account: false,
  federated_account_id: null,
  federated_account_name: null,
  federated_account_details_url: null,
  federation_status: null,
  active: true,
  switched_on: true,
  service_period: { from: '2026-01-01', to: '2099-12-31' },
  has_onelogin_id: false,
};
const EFFECT: LicenseActWhatIf['effects'][number] = {
  app_code: 'ca_manager',
  feature: 'certificates',
  generation: 'v1',
  before: { limit: 500, used: 20, remaining: 480 },
  after: { limit: 0, used: 0, remaining: 0 },
  moved: 500,
  pool: { name: 'Umbra Trust Services', before: 1400, after: 1900 },
  former_pool: null,
};
const SHORTAGE = { app_code: 'ca_manager', feature: 'certificates', generation: 'v1' } as const;

/** Answers with what the act would do, and takes it, or answers what is given instead. */
function serve(whatIf: Partial<LicenseActWhatIf>, give: () => unknown = () => ACCOUNT): Asked[] {
  return answerWith(({ path, method }) => {
    if (path === `${PATH}/effects`)
      return {
        people: 2,
        people_of_no_other: 1,
        people_leaving: 0,
        sessions: 0,
        organizations: 1,
        certificates: 3,
        customers: 0,
      };
    if (path === `${PATH}/license/what-if`) return { effects: [], shortages: [], accounts: 1, ...whatIf };
    return method === 'PUT' && path === `${PATH}/partner` ? give() : undefined;
  });
}
const dialog = page.getByRole('dialog');
const whatIfs = (calls: Asked[]) =>
  calls.filter(({ path }) => path.endsWith('/what-if')).map(({ query }) => Object.fromEntries(query));

test('who deletes an account reads first who gets back which licenses', async () => {
  const administrators = { app_code: 'account_manager', feature: 'administrators' } as const;
  const above = { ...EFFECT, ...administrators, before: { limit: 0, used: 7, remaining: 0 }, moved: 7 };
  const calls = serve({ effects: [EFFECT, above] });
  await renderPart(<DeleteAccount account={ACCOUNT} opened onClose={() => undefined} />);
  await expect.element(dialog.getByText('Its licenses go back to where they came from:')).toBeVisible();
  await expect.element(dialog.getByRole('listitem').getByText('500', { exact: true })).toBeVisible();
  // What is used of the pool above goes back as well, though nothing of it was ever given.
  const used = dialog.getByRole('listitem').filter({ hasText: 'Administrators' });
  await expect.element(used.getByText('7', { exact: true })).toBeVisible();
  await expect.element(dialog.getByText('Umbra Trust Services: 1,400 left, then 1,900').first()).toBeVisible();
  expect(whatIfs(calls)).toEqual([{ act: 'delete' }]);
});

test('who deletes an account reads first what is lost with it, and what stays', async () => {
  serve({});
  await renderPart(<DeleteAccount account={ACCOUNT} opened onClose={() => undefined} />);
  await expect
    .poll(() =>
      dialog
        .getByRole('listitem')
        .elements()
        .map((line) => line.textContent),
    )
    .toEqual([
      '2 people lose access.',
      '1 of the people belongs to no other account and is deleted; the user name is free again.',
      '1 organization goes with it.',
      '3 certificates are revoked.',
      'This can’t be undone.',
      'The audit log keeps its trail.',
      'Its identifier stays taken.',
    ]);
});

test('of many licenses each application is a line with their number, opened on demand', async () => {
  const ofSigning = { ...EFFECT, app_code: 'secure_software_manager', feature: 'signatures' } as const;
  const names = ['certificate_authorities', 'certificates', 'root_ca_units', 'issuing_ca_units'];
  serve({ effects: [...names.map((feature) => ({ ...EFFECT, feature })), ofSigning] });
  await renderPart(<DeleteAccount account={ACCOUNT} opened onClose={() => undefined} />);
  const authority = dialog.getByRole('button', { name: /^CA Manager.*4 features$/ });
  await expect.element(authority).toHaveAttribute('aria-expanded', 'false');
  await expect.element(dialog.getByRole('button', { name: /^Signing Manager.*1 feature$/ })).toBeVisible();
  const row = dialog.getByText(/^Certificate authorities/);
  await expect.element(row).not.toBeVisible();
  await authority.click();
  await expect.element(row).toBeVisible();
  await expect.element(row).toHaveTextContent('Certificate authorities v1');
  await expect.element(dialog.getByText(/^Signatures/)).not.toBeVisible();
  await authority.click();
  await expect.element(row).not.toBeVisible();
});

test('an account without licenses says so', async () => {
  serve({});
  await renderPart(<DeleteAccount account={ACCOUNT} opened onClose={() => undefined} />);
  await expect.element(dialog.getByText('It has no licenses of its own.')).toBeVisible();
});

test('given to where there is too little left it is refused with the list, and nothing is sent', async () => {
  const calls = serve({ shortages: [{ ...SHORTAGE, limit: 300, needed: 500, missing: 200 }] });
  await renderPart(<ReassignAccount account={ACCOUNT} opened onClose={() => undefined} />);
  expect(whatIfs(calls)).toEqual([]);
  await dialog.getByRole('radio', { name: 'No partner' }).click();
  await expect
    .element(dialog.getByRole('alert').getByText(/certificates \(CA Manager\): 500 needed, 300 there, 200 missing/i))
    .toBeVisible();
  const act = dialog.getByRole('button', { name: 'Remove the partner' });
  await expect.element(act).toHaveAttribute('aria-disabled', 'true');
  await expect.element(act).toHaveAccessibleDescription('There are not enough licenses left.');
  await act.click({ force: true });
  expect(calls.filter(({ method }) => method === 'PUT')).toEqual([]);
});

test('given away with licenses it tells both pools, and is sent', async () => {
  const pool = { name: null, before: 700, after: 200 };
  const calls = serve({ effects: [{ ...EFFECT, after: EFFECT.before, former_pool: EFFECT.pool, pool }] });
  await renderPart(<ReassignAccount account={ACCOUNT} opened onClose={() => undefined} />);
  await dialog.getByRole('radio', { name: 'No partner' }).click();
  await expect.element(dialog.getByText('Platform: 700 left, then 200')).toBeVisible();
  await expect.element(dialog.getByText('Umbra Trust Services: 1,400 left, then 1,900')).toBeVisible();
  expect(whatIfs(calls)).toEqual([{ act: 'reassign' }]);
  await dialog.getByRole('button', { name: 'Remove the partner' }).click();
  await expect.poll(() => calls.filter(({ method }) => method === 'PUT').length).toBe(1);
});

test('licenses that are given out meanwhile: it is refused in words, and all that is short is listed', async () => {
  const now: Partial<LicenseActWhatIf> = { effects: [{ ...EFFECT, after: EFFECT.before }] };
  const calls = serve(now, () => {
    now.effects = [];
    now.shortages = ['certificates', 'certificate_authorities'].map((feature) => {
      return { ...SHORTAGE, feature, limit: 3, needed: 500, missing: 497 };
    });
    const params = { application: 'ca_manager', feature: 'certificates', left: 3, needed: 500, others: 1 };
    const reason = { status: 'LICENSE_PARTNER_SHORT', message: '', params };
    return Response.json({ error: { ...reason, fields: { partner_account_id: reason } } }, { status: 409 });
  });
  await renderPart(
    <>
      <ReassignAccount account={ACCOUNT} opened onClose={() => expect.unreachable('It stays open.')} />
      <NoticeArea />
    </>,
  );
  await dialog.getByRole('radio', { name: 'No partner' }).click();
  const act = dialog.getByRole('button', { name: 'Remove the partner' });
  await expect.element(dialog.getByText('Its licenses move with it.', { exact: false })).toBeVisible();
  await act.click();
  for (const feature of ['Certificates', 'Certificate authorities'])
    await expect.element(dialog.getByText(`${feature} (CA Manager): 500 needed, 3 there, 497 missing`)).toBeVisible();
  await expect.element(act).toHaveAttribute('aria-disabled', 'true');
  await expect
    .element(page.getByText(/^Of Certificates \(CA Manager\) only 3 are left .* 1 more feature is short there\.$/))
    .toBeVisible();
  expect(calls.filter(({ method }) => method === 'PUT').length).toBe(1);
});

test('the last account that there may be is made meanwhile: the choice stays, with what is short now', async () => {
  const now: Partial<LicenseActWhatIf> = {};
  const accounts = { app_code: 'account_manager', feature: 'accounts', generation: 'v1' } as const;
  serve(now, () => {
    now.shortages = [{ ...accounts, limit: 0, needed: 1, missing: 1 }];
    return problem('LICENSE_USED_UP', 409);
  });
  await renderPart(<ReassignAccount account={ACCOUNT} opened onClose={() => expect.unreachable('It stays open.')} />);
  await dialog.getByRole('radio', { name: 'No partner' }).click();
  const act = dialog.getByRole('button', { name: 'Remove the partner' });
  await act.click();
  await expect.element(dialog.getByText('Accounts (Account Manager): 1 needed, 0 there, 1 missing')).toBeVisible();
  await expect.element(act).toHaveAttribute('aria-disabled', 'true');
});
