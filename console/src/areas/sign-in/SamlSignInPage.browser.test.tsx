import { storedDateTime } from '@signet/contract/dates';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openNotices } from '../../shell/notices/notifications.ts';
import { answerWith, held } from '../../testing/answers.ts';
import { downloads } from '../../testing/downloads.ts';
import { tellOpener } from '../../session/provider-window.ts';
import { clientCertificate } from '../../testing/certificates.ts';
import { answersFor, type Person } from '../../testing/person.ts';
import { renderPart } from '../../testing/render.tsx';
import SamlSignInPage from './SamlSignInPage.tsx';

const ID = '00000000-0000-4000-8000-000000000100';
const ADDRESS = '/account/accounts/$id/createAccountSignIn';
const ACS = `https://signet.example/imauth/api/v1/callback/saml/${ID}`;
const ENTITY = 'https://signet.example/saml';
const LOGOUT = `https://signet.example/imauth/api/v1/logout/saml/${ID}`;
const CERTIFICATE = {
  certificate: 'PEM',
  common_name: 'Nordmark signing',
  expiration_date: '2126-11-18 12:00:00',
  thumb_print: 'a9035c1d17e4',
  valid_from: '2026-11-18 12:00:00',
  state: 'current',
  last_used_at: null,
  parsed: clientCertificate({ isSelfIssued: false }),
};
const WEAK = {
  ...CERTIFICATE,
  common_name: 'Old signing',
  thumb_print: 'ee',
  parsed: clientCertificate({ key: { algorithm: 'rsa', size: 1024, fault: 'size', sha256: 'ee' } }),
};
const NEXT = { ...CERTIFICATE, common_name: 'Nordmark, from 2027', thumb_print: 'dd'.repeat(32), state: 'next' };
const PROVIDER = {
  metadata: { metadata: '<xml/>' },
  metadata_url: null,
  entity_id: 'https://idp.example',
  sign_on_address: 'https://idp.example/sso',
  certificates: [CERTIFICATE],
};

const FAILED = { id: 'f', trial: false, problem: 'SAML_EXPIRED', name: 'carl', at: '2026-11-22 10:15:00' };
const ANSWER = {
  id: 't',
  method: 'saml',
  trial: true,
  problem: null,
  detail: null,
  at: '2026-11-22 10:20:00',
  name: 'cleo',
  verified: true,
  certificate: { thumb_print: 'a9', common_name: 'Nordmark signing', state: 'next' },
  said: [{ name: 'mail', values: ['cleo@nordmark.example'] }],
  authenticated_at: null,
  valid_until: null,
  sent: '<AuthnRequest/>',
  response: '<Response/>',
  becomes: { kind: 'person', id: ID, name: 'Cleo Marchetti', user_name: 'cleo' },
};

const KEYS = [
  { id: 'k2', certificate: 'PEM', thumb_print: 'bb'.repeat(32), expiration_date: '2036-11-18 12:00:00', state: 'next' },
  {
    id: 'k1',
    certificate: 'PEM',
    thumb_print: 'aa'.repeat(32),
    expiration_date: '2027-01-18 12:00:00',
    state: 'current',
  },
];
const OFFERED = {
  entity_id: PROVIDER.entity_id,
  sign_on_address: 'https://idp.example/new',
  offered_at: '2026-11-21 11:00:00',
  declined: false,
};
const IN_TEN_DAYS = storedDateTime(new Date(Date.now() + 10 * 86_400_000));
const NOTICES = [
  { account_id: ID, account_name: 'Nordmark', kind: 'key', name: '', ends: IN_TEN_DAYS },
  { account_id: ID, account_name: 'Nordmark', kind: 'metadata', name: 'https://idp.example', ends: null },
];

const REFUSED = Response.json(
  {
    error: {
      status: 'INVALID_INPUT',
      message: '',
      fields: { certificate: { status: 'CERTIFICATE_WEAK_KEY', message: '' } },
    },
  },
  { status: 400 },
);

const READ = { entity_id: PROVIDER.entity_id, metadata: '<xml/>', certificates: [CERTIFICATE, WEAK] };
/** What the platform has of the provider, and what is read, until a test says otherwise. */
const STANDING = {
  own_keys: KEYS as object[],
  offered: OFFERED as object,
  idp_initiated: false,
  provider: null as object | null,
  only: null as boolean | null,
  dateFormat: 'YYYY-MM-DD',
  read: READ as object,
  /** The version that a save must name. */
  version: 3,
};
const CHANGED = Response.json(
  {
    error: {
      status: 'CHANGED_MEANWHILE',
      message: '',
      params: { by: 'Ben Okafor', named: 'yes', at: '2026-11-22 10:00:00' },
    },
  },
  { status: 409 },
);
let standing = STANDING;
beforeEach(() => void (standing = STANDING));
const files = downloads();

type Sent = { verb: string; path: string; body: unknown };
/** By the end of an address, what its answer waits for. */
type Waits = Readonly<Record<string, Promise<void>>>;
async function open(
  provider: object | null,
  standard: 'enabled' | 'disabled' = 'enabled',
  waits: Waits = {},
): Promise<Sent[]> {
  return (await openAt(`accounts/${ID}`, provider, standard, waits)).sent;
}
async function openAt(
  of: string,
  provider: object | null,
  standard: 'enabled' | 'disabled' = 'enabled',
  waits: Waits = {},
) {
  const sent: Sent[] = [];
  const person: Person = {
    scope: 'account',
    permissions: ['view_account', 'manage_account'],
    accounts: ['Nordmark'],
    dateFormat: standing.dateFormat,
  };
  const state = provider ? 'enabled' : 'disabled';
  answerWith(async ({ path, method: verb, body, query }) => {
    for (const [end, wait] of Object.entries(waits)) if (path.endsWith(end)) await wait;
    if (path.endsWith('/user/me')) return answersFor(person)[0]?.[1];
    if (path.endsWith('/metadata')) return standing.read;
    if (path.endsWith('/sp-metadata'))
      return new Response('<md:SPSSODescriptor/>', { headers: { 'content-type': 'application/samlmetadata+xml' } });
    if (path.endsWith('/certificate')) {
      sent.push({ verb, path, body });
      return JSON.stringify(body).includes('hello') ? REFUSED : NEXT;
    }
    if (path.endsWith('/federation/notices')) return { items: NOTICES, total: 1 };
    if (path.endsWith('/sign-in-effects')) return { people: 2, first: [], administrators: 1, yourself: true };
    if (path.endsWith('/federated-answer')) return { items: [FAILED] };
    if (path.endsWith(`/federated-answer/${FAILED.id}`)) return { ...ANSWER, ...FAILED };
    if (path.endsWith('/claim')) return ANSWER;
    if (verb !== 'GET') sent.push({ verb, path, body });
    if (path.endsWith('/sign-in-trial/saml'))
      return { url: 'https://idp.example/sso', state: 'of-the-tab', tab: 'one' };
    if (path.endsWith('/keys')) standing = { ...standing, own_keys: KEYS };
    if (path.endsWith('/offered-metadata')) standing = { ...standing, offered: { ...OFFERED, declined: true } };
    if (verb === 'PUT' && query.has('version', '3') && standing.version !== 3) return CHANGED.clone();
    if (path.includes('/federation/config'))
      return {
        id: provider ? ID : null,
        account_id: ID,
        status: provider ? 'ENABLED' : 'DISABLED',
        disable_standard_login: standing.only ?? standard === 'disabled',
        identity_provider_config: provider && (standing.provider ?? provider),
        service_provider_config: { acs_url: ACS, entity_id: ENTITY, logout_url: LOGOUT },
        attributes: { email: null, first_name: 'vorname', last_name: null },
        idp_initiated: standing.idp_initiated,
        own_keys: provider ? standing.own_keys : [],
        refresh: provider ? { refreshed_at: '2026-11-21 11:00:00', fault: null, offered: standing.offered } : null,
        version: provider ? standing.version : null,
      };
    return {
      id: ID,
      name: 'Nordmark',
      display_name: 'Nordmark',
      sign_in_methods: [
        { signInMethod: 'standard', status: standard },
        { signInMethod: 'singleSignOnSaml', status: state },
      ],
      clientAuthCertLoginEnabled: false,
      why_not: { sign_in: null },
    };
  });
  const { address } = await renderPart(<SamlSignInPage />, {
    as: person,
    at: `/account/${of}/createAccountSignIn`,
    pages: [ADDRESS, '/account/settings/createAccountSignIn'],
  });
  return { sent, address };
}
const file = (name: string, text: string): File => new File([text], name);
const choose = async (label: string, one: File) => {
  await expect.element(page.getByRole('button', { name: label })).toBeVisible();
  const inputs = [...document.querySelectorAll<HTMLInputElement>('input[type=file]')];
  const input = inputs[label === 'Add certificate' ? 1 : 0];
  if (!input) throw new Error(`There is no file to choose for ${label}.`);
  await userEvent.upload(input, one);
};

test('[A-148 A-153 A-156 A-158 A-160] metadata comes first, and brings its certificates', async () => {
  const sent = await open(null);
  await expect.element(page.getByText(ACS)).toBeVisible();
  expect(page.getByRole('button', { name: 'Add certificate' }).elements()).toHaveLength(0);
  expect(page.getByRole('radio', { name: 'Off', exact: true }).elements()).toHaveLength(0);
  await choose('Choose metadata file', file('idp.txt', '<xml/>'));
  await expect.element(page.getByText(/no valid XML metadata/)).toBeVisible();
  await choose('Choose metadata file', file('idp.xml', '<xml/>'));
  await expect.element(page.getByText('Nordmark signing')).toBeVisible();
  // One that would not count is left out, and it is said why.
  await expect
    .element(page.getByText(/“Old signing” of the metadata is left out.*key of this certificate/))
    .toBeVisible();
  expect(page.getByRole('combobox', { name: 'State of Old signing' }).elements()).toHaveLength(0);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect.poll(() => sent).toHaveLength(1);
  expect(sent[0]).toMatchObject({
    verb: 'POST',
    body: {
      auth_type: 'SAML 2.0',
      account_id: ID,
      status: 'ENABLED',
      identity_provider_config: { certificates: [{ certificate: 'PEM', state: 'current' }] },
    },
  });
});

test('[A-149] what the provider is told can be downloaded before anything is saved, without a key as yet', async () => {
  await open(null);
  await page.getByRole('button', { name: 'Download metadata for the provider' }).click();
  await expect.poll(() => files.length).toBe(1);
  expect(await files[0]?.text()).toContain('SPSSODescriptor');
  await expect.element(page.getByText(/Download it again once the provider is saved/)).toBeVisible();
});

test('[A-149] once the provider is saved nothing says that the download lacks the key', async () => {
  await open(PROVIDER);
  await expect.element(page.getByRole('button', { name: 'Download metadata for the provider' })).toBeVisible();
  await expect.element(page.getByText(/Download it again/)).not.toBeInTheDocument();
});

test('[A-160] a certificate added as a file shows what is in it before it is saved, or why it is refused', async () => {
  const sent = await open(PROVIDER);
  await choose('Add certificate', file('next.crt', 'hello'));
  await expect.element(page.getByText(/The key of this certificate is not accepted here/)).toBeVisible();
  await choose('Add certificate', file('next.crt', '-----BEGIN CERTIFICATE-----'));
  await expect.element(page.getByText('Nordmark, from 2027')).toBeVisible();
  expect(page.getByText(/The key of this certificate/).elements()).toHaveLength(0);
  const state = page.getByRole('combobox', { name: 'State of Nordmark, from 2027' });
  const card = state.element().closest('li')?.textContent;
  for (const shown of [
    'CN=Maren Nordhoff,OU=Treasury',
    'CN=Nordmark Issuing CA 2,O=Umbra',
    'RSA, 2048 bits',
    '2126-11-18',
  ])
    expect(card).toContain(shown);
  expect(card).toContain(Array.from({ length: 32 }, () => 'DD').join(' '));
  await choose('Add certificate', file('again.crt', '-----BEGIN CERTIFICATE-----'));
  await expect.element(page.getByText('This certificate is in the list already.')).toBeVisible();
  expect(sent.map(({ body }) => body)).toEqual([
    { certificate: 'hello' },
    { certificate: '-----BEGIN CERTIFICATE-----' },
    { certificate: '-----BEGIN CERTIFICATE-----' },
  ]);
});

const address = page.getByRole('textbox', { name: 'Or its address (optional)' });
const read = page.getByRole('button', { name: 'Read from the address' });
const removal = (name: string) => page.getByRole('button', { name: `Remove ${name}` });
const stateOf = (name: string) => page.getByRole('combobox', { name: `State of ${name}` });
const FORMER = { ...CERTIFICATE, common_name: 'Nordmark, until 2025', thumb_print: 'cc'.repeat(32) };

test('what is done to certificates while the metadata is read is not undone by it', async () => {
  const { wait, release } = held();
  await open({ ...PROVIDER, certificates: [CERTIFICATE, FORMER, NEXT] }, 'enabled', { '/metadata': wait });
  await address.fill('https://idp.example/metadata');
  await read.click();
  // One that the metadata names, and one that it doesn't.
  await removal('Nordmark signing').click();
  await removal('Nordmark, until 2025').click();
  await stateOf('Nordmark, from 2027').selectOptions('Retired');
  release();
  await expect.element(page.getByText(/“Old signing” of the metadata is left out/)).toBeVisible();
  expect(removal('Nordmark signing').elements()).toHaveLength(0);
  expect(removal('Nordmark, until 2025').elements()).toHaveLength(0);
  await expect.element(stateOf('Nordmark, from 2027')).toHaveValue('retired');
});

test('what was read at another address than the one that stands there by now is of no use', async () => {
  const { wait, release } = held();
  await open({ ...PROVIDER, certificates: [FORMER] }, 'enabled', { '/metadata': wait });
  await address.fill('https://idp.example/metadata');
  await read.click();
  await address.fill('https://other.example/metadata');
  release();
  await expect.element(read).not.toHaveAttribute('data-loading');
  expect(removal('Nordmark signing').elements()).toHaveLength(0);
  await read.click();
  await expect.element(removal('Nordmark signing')).toBeVisible();
});

test('what the metadata names is retired and not left out, so that nobody believes it after the save', async () => {
  const sent = await open(null);
  await choose('Choose metadata file', file('idp.xml', '<xml/>'));
  await choose('Add certificate', file('next.crt', '-----BEGIN CERTIFICATE-----'));
  await removal('Nordmark signing').click();
  await expect.element(stateOf('Nordmark signing')).toHaveValue('retired');
  expect(removal('Nordmark signing').elements()).toHaveLength(0);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect
    .poll(() => sent.at(-1))
    .toMatchObject({
      body: {
        identity_provider_config: { certificates: [{}, { certificate: 'PEM', state: 'retired' }] },
      },
    });
});

test('what the metadata names is there again when it is read after that was removed', async () => {
  await open(PROVIDER);
  await address.fill('https://idp.example/metadata');
  await removal('Nordmark signing').click();
  await read.click();
  await expect.element(removal('Nordmark signing')).toBeVisible();
});

test('what is done to certificates while another one’s file is read is not undone by it', async () => {
  const { wait, release } = held();
  await open({ ...PROVIDER, certificates: [FORMER] }, 'enabled', { '/certificate': wait });
  await choose('Add certificate', file('next.crt', '-----BEGIN CERTIFICATE-----'));
  await removal('Nordmark, until 2025').click();
  await address.fill('https://idp.example/metadata');
  await read.click();
  await expect.element(removal('Nordmark signing')).toBeVisible();
  release();
  await expect.element(removal('Nordmark, from 2027')).toBeVisible();
  await expect.element(removal('Nordmark signing')).toBeVisible();
  expect(removal('Nordmark, until 2025').elements()).toHaveLength(0);
});

test.each([
  ['it goes off', 'Off'],
  ['it becomes the only way', 'Only single sign-on'],
])('it is not saved that %s before it is known whom that shuts out', async (_, choice) => {
  const { wait, release } = held();
  const sent = await open(PROVIDER, 'enabled', { '/sign-in-effects': wait });
  const save = page.getByRole('button', { name: 'Save changes' });
  await page.getByRole('radio', { name: choice, exact: true }).click();
  await expect.element(save).toHaveAttribute('aria-disabled', 'true');
  await save.click({ force: true });
  expect(sent).toEqual([]);
  release();
  await expect.element(page.getByRole('checkbox', { name: /I know that I may not/ })).toBeVisible();
  await save.click();
  expect(sent).toEqual([]);
});

test('what the provider calls first names and the like is shown, checked and sent', async () => {
  const sent = await open(PROVIDER);
  await expect.element(page.getByLabelText(/Attribute with the first name/)).toHaveValue('vorname');
  await page.getByLabelText(/Attribute with the last name/).fill('x'.repeat(256));
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect.element(page.getByLabelText(/Attribute with the last name/)).toBeInvalid();
  await page.getByLabelText(/Attribute with the last name/).fill('nachname');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect
    .poll(() => sent[0])
    .toMatchObject({ body: { attributes: { email: '', first_name: 'vorname', last_name: 'nachname' } } });
});

test('metadata of another provider takes out by what the one before was believed, and says so', async () => {
  const other = { ...NEXT, state: 'current', common_name: 'Umbra signing', thumb_print: 'ff' };
  const retired = { ...CERTIFICATE, state: 'retired', common_name: 'Nordmark, until 2024', thumb_print: 'ab' };
  standing = { ...STANDING, read: { ...READ, entity_id: 'https://other.example', certificates: [other] } };
  const sent = await open({ ...PROVIDER, certificates: [NEXT, CERTIFICATE, retired] });
  await choose('Choose metadata file', file('idp.xml', '<xml/>'));
  await expect
    .element(page.getByText(/another identity provider.*: Nordmark, from 2027 \(Next\), Nordmark signing \(Current\)/))
    .toBeVisible();
  expect(removal('Nordmark signing').elements()).toHaveLength(0);
  await expect.element(stateOf('Nordmark, until 2024')).toHaveValue('retired');
  await page.getByRole('button', { name: 'Save changes' }).click();
  const states = [{ state: 'retired' }, { state: 'current' }];
  await expect.poll(() => sent[0]).toMatchObject({ body: { identity_provider_config: { certificates: states } } });
  // Back again: nor does what the other one signs with speak for this one.
  standing = { ...standing, read: READ };
  await choose('Choose metadata file', file('idp.xml', '<xml/>'));
  await expect.element(removal('Nordmark signing')).toBeVisible();
  expect(removal('Umbra signing').elements()).toHaveLength(0);
});

test('[A-168] of passwords a save says nothing where nobody has chosen otherwise', async () => {
  const sent = await open(PROVIDER);
  await page.getByRole('checkbox', { name: /begin at the provider/ }).click();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect.poll(() => sent).toHaveLength(1);
  expect(sent[0]?.body).not.toHaveProperty('disable_standard_login');
});

test('[A-168] who makes it the only way ends passwords with it', async () => {
  const sent = await open(PROVIDER);
  await page.getByRole('radio', { name: 'Only single sign-on', exact: true }).click();
  await page.getByRole('checkbox', { name: /I know that I may not/ }).click();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect.poll(() => sent[0]).toMatchObject({ body: { disable_standard_login: true } });
});

test('what somebody else has saved meanwhile is told in words', async () => {
  await open(PROVIDER);
  await page.getByLabelText(/Attribute with the last name/).fill('nachname');
  standing = {
    ...STANDING,
    version: 4,
    idp_initiated: true,
    only: true,
    provider: {
      ...PROVIDER,
      metadata: { metadata: '<other/>' },
      certificates: [NEXT, { ...CERTIFICATE, state: 'retired' }],
    },
  };
  await page.getByRole('button', { name: 'Save changes' }).click();
  for (const told of [
    'Metadata of the provider: File as it was became Another file.',
    'Certificates of the provider: Nordmark signing (Current) became Nordmark, from 2027 (Next), ' +
      'Nordmark signing (Retired).',
    'How people sign in: Single sign-on or password became Only single sign-on.',
    'Accept sign-ins that begin at the provider: Off became On.',
  ])
    await expect.element(page.getByText(told)).toBeVisible();
});

test('its provider is deleted once that was confirmed, by whom it shuts out knowingly, and leads back', async () => {
  const opened = await openAt(`accounts/${ID}`, PROVIDER);
  await page.getByRole('button', { name: 'Delete the provider' }).click();
  const dialog = page.getByRole('dialog');
  const erase = dialog.getByRole('button', { name: 'Delete the provider' });
  await expect.element(dialog.getByText('You are one of them.')).toBeVisible();
  await erase.click({ force: true });
  expect(opened.sent).toEqual([]);
  await dialog.getByRole('checkbox', { name: /I know that I may not/ }).click();
  await erase.click();
  await expect
    .poll(() => opened.sent)
    .toMatchObject([{ verb: 'DELETE', path: expect.stringMatching(/\/federation\/config\/[^/]+$/) }]);
  await expect.poll(opened.address).toBe(`/account/accounts/${ID}#sign-in`);
});

test('there is none to delete before it is set up', async () => {
  await open(null);
  await expect.element(page.getByRole('button', { name: 'Save changes' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Delete the provider' })).not.toBeInTheDocument();
});

test('[A-155] it can’t be switched off while passwords are off', async () => {
  await open(PROVIDER, 'disabled');
  await expect.element(page.getByRole('radio', { name: 'Off', exact: true })).toBeDisabled();
});

test('[A-155] it can be switched off while passwords are on', async () => {
  await open(PROVIDER, 'enabled');
  await expect.element(page.getByRole('radio', { name: 'Off', exact: true })).toBeEnabled();
});

test('[A-152 A-165] what is there is saved again, with its version', async () => {
  const sent = await open(PROVIDER);
  await page.getByRole('radio', { name: 'Off', exact: true }).click();
  // It would shut out who saves it: that is asked before.
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByRole('checkbox', { name: /I know that I may not/ }).click();
  await page.getByRole('checkbox', { name: /begin at the provider/ }).click();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect
    .poll(() => sent[0])
    .toMatchObject({ verb: 'PUT', body: { federation_id: ID, edit: true, status: 'DISABLED', idp_initiated: true } });
});

test('what stands in the form is tried in a window of its own, and what came of it is shown beside it', async () => {
  const opened = { close: () => undefined, location: { href: '' } };
  vi.stubGlobal('open', () => opened);
  onTestFinished(() => void vi.unstubAllGlobals());
  const sent = await open(PROVIDER);
  await page.getByLabelText(/Attribute with the first name/).fill('vorname');
  await page.getByRole('button', { name: 'Test sign-in' }).click();
  await expect.poll(() => opened.location.href).toBe('https://idp.example/sso');
  expect(sent[0]?.body).toMatchObject({
    identity_provider_config: { certificates: [{ certificate: 'PEM', state: 'current' }] },
    attributes: { first_name: 'vorname' },
  });
  tellOpener('one', { code: 'c', error: null });
  await expect.element(page.getByText(/Signs in as Cleo Marchetti/)).toBeVisible();
  expect(page.getByText('Passed').elements()).toHaveLength(5);
  await expect.element(page.getByText('cleo@nordmark.example')).toBeVisible();
  await expect.element(page.getByLabelText(/Attribute with the first name/)).toHaveValue('vorname');
});

test('a sign-in that failed can be looked at, and its response copied', async () => {
  const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await open(PROVIDER);
  await expect.element(page.getByText('carl')).toBeVisible();
  await expect.element(page.getByText('11:15')).toBeVisible();
  await page.getByRole('button', { name: 'Show 2026-11-22 11:15' }).click();
  await expect.element(page.getByText(/SAML_EXPIRED/).last()).toBeVisible();
  await page.getByText('Whole response').click();
  await expect.element(page.getByText('<Response/>')).toBeVisible();
  await page.getByRole('button', { name: 'Copy response' }).click();
  await expect.poll(() => written.mock.calls).toEqual([['<Response/>']]);
});

test('the next key is switched to at once, beside the form, and what ends is said', async () => {
  const sent = await open(PROVIDER);
  await expect.element(page.getByText(/the key by which Signet signs requests ends on/)).toBeVisible();
  expect(page.getByRole('button', { name: 'Make the next key' }).elements()).toHaveLength(0);
  expect(page.getByRole('button', { name: /^Delete the key/ }).elements()).toHaveLength(1);
  await page.getByRole('button', { name: 'Sign with this key' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign with this key' }).click();
  await expect.poll(() => sent[0]).toMatchObject({ verb: 'PUT', path: expect.stringMatching(/\/keys\/k2\/current$/) });
});

test('a next key that is made shows at once, with its day in the person’s own format', async () => {
  standing = { ...STANDING, own_keys: KEYS.slice(1), dateFormat: 'DD/MM/YYYY' };
  await open(PROVIDER);
  await expect.element(page.getByText('Ends 18/01/2027')).toBeVisible();
  await page.getByRole('button', { name: 'Make the next key' }).click();
  await expect.element(page.getByRole('button', { name: 'Sign with this key' })).toBeVisible();
  await expect.element(page.getByText('Ends 18/11/2036')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Make the next key' })).not.toBeInTheDocument();
});

test('another address that is declined is not offered any more', async () => {
  await open(PROVIDER);
  await page.getByRole('button', { name: 'Leave it as it is' }).click();
  await expect.element(page.getByText(/Then: https:\/\/idp.example\/new/)).not.toBeInTheDocument();
});

test('another address of the provider is shown beside the present one, and taken over as it was shown', async () => {
  const sent = await open(PROVIDER);
  await expect.element(page.getByText(/Now: https:\/\/idp.example\/sso/)).toBeVisible();
  await expect.element(page.getByText(/Then: https:\/\/idp.example\/new/)).toBeVisible();
  await page.getByRole('button', { name: 'Take it over' }).click();
  await expect
    .poll(() => sent[0])
    .toMatchObject({
      path: expect.stringMatching(/\/offered-metadata$/),
      body: { accept: true, entity_id: PROVIDER.entity_id, sign_on_address: OFFERED.sign_on_address },
    });
});

test('a guide says where the chosen provider wants which value', async () => {
  await open(null);
  const guide = page.getByRole('combobox', { name: 'Identity provider' });
  await guide.selectOptions('Okta');
  await expect.element(page.getByText('Audience URI (SP Entity ID)')).toBeVisible();
  expect(page.getByText(ACS).elements()).toHaveLength(2);
  await guide.selectOptions('AD FS');
  await expect.element(page.getByText('Federation metadata address')).toBeVisible();
  expect(page.getByText(ACS).elements()).toHaveLength(1);
});

test('[A-150] what the provider must be told is copied: the sign-on address and the others', async () => {
  const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await open(PROVIDER);
  for (const name of [/Identifier \(entity ID\)/, /Sign-on URL/, /Single logout URL/])
    await page.getByRole('button', { name }).click();
  await expect.poll(() => written.mock.calls).toEqual([[ENTITY], [ACS], [LOGOUT]]);
});

test.each([
  ['an account', `accounts/${ID}`, `/account/accounts/${ID}#sign-in`],
  ['the platform', 'settings', '/account/settings'],
])('[A-151] of %s: cancelling leads back and stores nothing', async (_, of, back) => {
  const cancelled = await openAt(of, PROVIDER);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(cancelled.address).toBe(back);
  expect(cancelled.sent).toEqual([]);
});

test('[A-167] saving says so', async () => {
  openNotices.set([]);
  const sent = await open(PROVIDER);
  await page.getByLabelText(/Attribute with the last name/).fill('nachname');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect.poll(() => openNotices.get()[0]?.message).toBe('saml.saved');
  expect(sent).toHaveLength(1);
});
