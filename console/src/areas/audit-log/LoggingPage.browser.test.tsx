import { AUDIT_ACTIONS, AUDIT_RESOURCES, AUDIT_RESOURCE_TYPES } from '@signet/contract/audit';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { useListSetting } from '../../session/list-settings.ts';
import { answerWith, held, problem, type Asked } from '../../testing/answers.ts';
import { renderPart } from '../../testing/render.tsx';
import EventPage from './EventPage.tsx';
import { Changes } from './Changes.tsx';
import LoggingPage from './LoggingPage.tsx';
import { Proof } from './Proof.tsx';

const AT = '/account/reporting/logging';
const LIST = '/account/ui-api/v1/audit-log';
const EVENT = {
  id: '01a2025c-4397-7797-b269-d53fecf221cd',
  at: '2026-11-21 12:00:00',
  action: 'UPDATE',
  resource_type: 'ORGANIZATION',
  resource_id: '01a2025c-4397-7797-b269-d53fecf221ce',
  resource_name: 'Nordmark Leasing',
  account_id: null,
  account_name: null,
  actor_id: null,
  actor_name: 'Cleo Marchetti',
  actor_scope: 'account',
  actor_via: 'session',
  result: 'failure',
  message: 'CHANGED_MEANWHILE',
};

/** Answers the list with one event and `looked_to`; what was asked of it last. */
function answerList(looked_to: string | null = null, event = EVENT): () => URLSearchParams | undefined {
  const isList = ({ path }: Asked): boolean => path === LIST;
  const asked = answerWith((call) =>
    isList(call)
      ? { items: [event], total: 1, total_exact: looked_to === null, offset: 0, limit: 20, looked_to }
      : undefined,
  );
  return () => asked.findLast(isList)?.query;
}

function Kept() {
  return JSON.stringify(useListSetting('audit-log').filters);
}

test('[S-076 S-128] the list says what happened, by whom, how it ended; nine actions can be chosen', async () => {
  const asked = answerList();
  await renderPart(<LoggingPage />, { at: AT });
  await expect.element(page.getByRole('link', { name: 'Organization changed' })).toBeVisible();
  await expect.element(page.getByText('Cleo Marchetti')).toBeVisible();
  await expect.element(page.getByRole('cell', { name: 'Failure' })).toBeVisible();
  await page.getByRole('button', { name: 'Add filter' }).click();
  await page.getByRole('button', { name: 'Action', exact: true }).click();
  expect(page.getByRole('dialog').getByRole('button').elements()).toHaveLength(AUDIT_ACTIONS.length);
  await page.getByRole('dialog').getByRole('button', { name: 'Failed sign-in' }).click();
  await expect.poll(() => asked()?.get('action')).toBe('LOGIN_ERROR');
});

test('a run over many is called by its title, not by the name that the log keeps', async () => {
  answerList(null, { ...EVENT, action: 'CREATE', resource_type: 'BULK_RUN', resource_name: 'accounts.active' });
  await renderPart(<LoggingPage />, { at: AT });
  await expect.element(page.getByText('Activate or deactivate accounts')).toBeVisible();
  expect(document.body.textContent).not.toContain('accounts.active');
});

test('[S-129] the eighteen kinds of resource come first, then ours', async () => {
  const asked = answerList();
  await renderPart(<LoggingPage />, { at: AT });
  await page.getByRole('button', { name: 'Add filter' }).click();
  await page.getByRole('button', { name: 'Resource type' }).click();
  const options = [...document.querySelectorAll<HTMLOptionElement>('form option')].map(({ value }) => value);
  expect(options).toEqual(['', ...AUDIT_RESOURCES]);
  expect(options.slice(1, 19)).toEqual([...AUDIT_RESOURCE_TYPES]);
  await page.getByRole('combobox', { name: 'Resource type' }).selectOptions('SAML2_CONFIG');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect.poll(() => asked()?.get('resource_type')).toBe('SAML2_CONFIG');
});

test('where not all was looked at the list says how far, and looks further', async () => {
  const asked = answerList('2026-11-03 12:00:00');
  await renderPart(<LoggingPage />, { at: `${AT}?text=leasing` });
  await expect.element(page.getByText(/Looked back to/)).toBeVisible();
  await page.getByRole('button', { name: 'Look further back' }).click();
  await expect.poll(() => asked()?.get('beyond')).toBe('2026-11-03 12:00:00');
  expect(asked()?.get('text')).toBe('leasing');
});

test('how far a look goes back is of this look alone: it is not kept, and gone with another order', async () => {
  const asked = answerList('2026-11-03 12:00:00');
  const { address } = await renderPart(
    <>
      <LoggingPage />
      <output aria-label="Kept">
        <Kept />
      </output>
    </>,
    { at: AT },
  );
  await page.getByRole('button', { name: 'Add filter' }).click();
  await page.getByRole('button', { name: 'Result', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Failure' }).click();
  await page.getByRole('button', { name: 'Look further back' }).click();
  await expect.poll(() => asked()?.get('beyond')).toBe('2026-11-03 12:00:00');
  await expect.element(page.getByLabelText('Kept')).toHaveTextContent('{"result":"failure"}');
  await expect.element(page.getByRole('button', { name: /^Before/ })).toBeVisible();
  await page.getByRole('columnheader', { name: 'Time' }).getByRole('button').click();
  await expect.poll(() => asked()?.get('sort')).toBe('at:asc');
  expect(asked()?.get('beyond')).toBeNull();
  await expect.poll(address).toBe(`${AT}?result=failure&sort=at%3Aasc`);
  await expect.element(page.getByText(/Looked forward to/)).toBeVisible();
  await page.getByRole('button', { name: 'Look further on' }).click();
  await expect.element(page.getByRole('button', { name: /^After/ })).toBeVisible();
});

test('the file has what the list shows after a look further back', async () => {
  const asked = answerWith(({ path }) =>
    path === LIST ? { items: [EVENT], total: 1, total_exact: true, offset: 0, limit: 20, looked_to: null } : undefined,
  );
  await renderPart(<LoggingPage />, { at: `${AT}?beyond=2026-11-03+12%3A00%3A00` });
  await page.getByRole('button', { name: 'Export CSV' }).click();
  await expect
    .poll(() => asked.find(({ path }) => path === `${LIST}/export`)?.query.get('beyond'))
    .toBe('2026-11-03 12:00:00');
});

test('[S-077] an event shows its fields before and after; what stayed is shown when asked for', async () => {
  await renderPart(
    <Changes
      event={{
        resource_type: 'ORGANIZATION',
        before: { city: 'Kiel', country: 'DE' },
        after: { city: 'Hamburg', country: 'DE' },
      }}
    />,
  );
  await expect.element(page.getByRole('row', { name: /City/ })).toHaveTextContent('CityBeforeKielAfterHamburg');
  expect(page.getByRole('row').elements()).toHaveLength(2);
  await page.getByRole('button', { name: 'Show 1 field that stayed the same' }).click();
  expect(page.getByRole('row').elements()).toHaveLength(3);
});

test('what an event kept is told in words: what a license counts, moments, and why a certificate ended', async () => {
  const license = (certificates: number) => ({ app_code: 'ca_manager', features: { certificates } });
  await renderPart(
    <>
      <Changes event={{ resource_type: 'LICENSE_ALLOCATION', before: license(4000), after: license(-1) }} />
      <Changes
        event={{
          resource_type: 'CERTIFICATE',
          before: null,
          after: { status: 'on_hold', revocation_reason: 'keyCompromise', valid_to: '2027-06-13T18:25:21+00:00' },
        }}
      />
    </>,
  );
  const rowOf = (field: string) => page.getByRole('row', { name: new RegExp(field) });
  await expect.element(rowOf('Certificates')).toHaveTextContent('CertificatesBefore4,000AfterUnlimited');
  await expect.element(rowOf('Status')).toHaveTextContent('StatusBeforeNoneAfterOn hold');
  await expect
    .element(rowOf('Reason'))
    .toHaveTextContent('ReasonBeforeNoneAfterThe key was lost or became known to others');
  await expect.element(rowOf('Valid until')).toHaveTextContent('Valid untilBeforeNoneAfter2027-06-13 20:25');
});

test('where the columns stand below each other, each value says whether it is before or after', async () => {
  const sessionId = '01a22de1-691c-766e-b634-a40576d15115';
  const event = { resource_type: 'SESSION', before: null, after: { session_id: sessionId } } as const;
  await renderPart(<Changes event={event} />, { width: 390 });
  const row = page.getByRole('row', { name: /Session/ });
  await expect.element(row.getByText('Before')).toBeVisible();
  await expect.element(row.getByText('After')).toBeVisible();
  await expect.element(row.getByText(sessionId)).toHaveClass('mono');
});

test('an event of something made empty shows what it was made with', async () => {
  await renderPart(<Changes event={{ resource_type: 'APIKEY', before: null, after: { end_date: null } }} />);
  await expect.element(page.getByRole('row', { name: /End date/ })).toHaveTextContent('End dateBeforeNoneAfterNone');
  await expect.element(page.getByRole('button')).not.toBeInTheDocument();
});

test('[S-330] verify says in words what is proved, and what is not', async () => {
  const proved = {
    verified: true,
    tree_index: 41,
    tree_size: 1000,
    leaf_hash: 'bGVhZg==',
    proof: ['YQ==', 'Yg=='],
    root: 'cm9vdA==',
    checkpoint: 'signet.local/audit\n1000\ncm9vdA==\n\n— signet.local/audit x\n',
  };
  let answer: unknown = proved;
  answerWith(() => answer);
  await renderPart(<Proof id={EVENT.id} />);
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect.element(page.getByText('42 of 1,000')).toBeVisible();
  await expect.element(page.getByText('2 hashes lead to the signed head, SHA-256')).toBeVisible();
  answer = { verified: false, reason: 'changed', sentence: '', tree_index: 41, tree_size: 1000 };
  await page.getByRole('button', { name: 'Verify again' }).click();
  await expect.element(page.getByText(/What is stored is not what was recorded/)).toBeVisible();
});

test('a verification that fails takes the verdict before it away', async () => {
  let isDown = false;
  answerWith(() => (isDown ? problem('INTERNAL_ERROR', 500) : { verified: false, reason: 'changed', sentence: '' }));
  await renderPart(<Proof id={EVENT.id} />);
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect.element(page.getByText(/What is stored is not what was recorded/)).toBeVisible();
  isDown = true;
  await page.getByRole('button', { name: 'Verify again' }).click();
  await expect.element(page.getByText('The event could not be verified.')).toBeVisible();
  expect(page.getByText(/What is stored is not what was recorded/).elements()).toEqual([]);
});

test('the button that verifies keeps the focus meanwhile, and asks once', async () => {
  const { wait, release } = held();
  const asked = answerWith(() => wait.then(() => problem('INTERNAL_ERROR', 500)));
  await renderPart(<Proof id={EVENT.id} />);
  const verify = page.getByRole('button', { name: 'Verify' });
  await userEvent.keyboard('{Tab}{Enter}');
  await expect.element(verify).toHaveAttribute('aria-busy', 'true');
  await expect.element(verify).toHaveFocus();
  await userEvent.keyboard('{Enter} ');
  release();
  await expect.element(page.getByText('The event could not be verified.')).toBeVisible();
  await expect.element(verify).toHaveFocus();
  expect(asked).toHaveLength(1);
});

/** What an event has beside its row, of a person of one's own. */
const ORIGIN = {
  ip: '203.0.113.7',
  user_agent: 'curl/8',
  correlation_id: 'request-1',
  credential_id: '01a2025c-4397-7797-b269-d53fecf221cf',
  credential_name: 'Nightly report',
};
const answerEvent = (event: object) =>
  answerWith(({ path }) =>
    path.startsWith(`${LIST}/`) ? { ...EVENT, before: null, after: null, ...event } : undefined,
  );
const factOf = (label: string) => page.getByRole('term').filter({ hasText: label }).element().nextElementSibling;

test('[S-077] an event says the id of what it was done to, where it was done to something', async () => {
  answerEvent({ ...ORIGIN, withheld: false });
  await renderPart(<EventPage />, { at: `${AT}/${EVENT.id}` });
  await expect.element(page.getByText('This event keeps no values.')).toBeVisible();
  expect(factOf('Resource ID')?.textContent).toContain(EVENT.resource_id);
});

test('an event by an API token says which one', async () => {
  answerEvent({ ...ORIGIN, actor_via: 'token', withheld: false });
  await renderPart(<EventPage />, { at: `${AT}/${EVENT.id}` });
  await expect.element(page.getByText('This event keeps no values.')).toBeVisible();
  expect(factOf('Token or certificate')?.textContent).toContain(`Nightly report ${ORIGIN.credential_id}`);
});

test('an event of another tenant’s person says that from where and with what is not shown', async () => {
  const withheld = Object.fromEntries(Object.keys(ORIGIN).map((name) => [name, null]));
  answerEvent({ ...withheld, actor_via: 'token', withheld: true });
  await renderPart(<EventPage />, { at: `${AT}/${EVENT.id}` });
  await expect.element(page.getByText('This event keeps no values.')).toBeVisible();
  for (const label of ['IP address', 'Token or certificate'])
    expect(factOf(label)?.textContent, label).toContain('an account that you don’t see');
});

test('days that end before they begin are refused where they are typed, whichever is typed last', async () => {
  const asked = answerList();
  await renderPart(<LoggingPage />, { at: `${AT}?from=2026-11-10` });
  await page.getByRole('button', { name: 'Add filter' }).click();
  await page.getByRole('button', { name: 'To', exact: true }).click();
  const last = page.getByRole('textbox', { name: 'To' });
  await last.fill('2026-11-09');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect.element(last).toHaveAccessibleDescription(/The end lies before the start/);
  expect(asked()?.get('to')).toBeNull();
  await last.fill('2026-11-10');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect.poll(() => asked()?.get('to')).toBe('2026-11-10');
  await page.getByRole('button', { name: /^From/ }).click();
  await page.getByRole('textbox', { name: 'From' }).fill('2026-11-11');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect.element(page.getByRole('textbox', { name: 'From' })).toHaveAttribute('aria-invalid', 'true');
  expect(asked()?.get('from')).toBe('2026-11-10');
});

test('an event leads to the next ones of the list that it was opened from', async () => {
  answerList();
  await renderPart(<LoggingPage />, { at: `${AT}?action=UPDATE&from=2026-11-10#1` });
  const link = page.getByRole('link', { name: 'Organization changed' });
  await expect.element(link).toHaveAttribute('href', `${AT}/${EVENT.id}?action=UPDATE&from=2026-11-10`);

  const older = '01a2025c-4397-7797-b269-d53fecf22100';
  const seen = answerWith(({ path }) => {
    if (path.endsWith('/adjacent'))
      return { newer: { id: null, looked_to: '2026-11-21 12:00:01' }, older: { id: older, looked_to: null } };
    return path.startsWith(`${LIST}/`)
      ? { ...EVENT, ...ORIGIN, withheld: false, before: null, after: null }
      : undefined;
  });
  const { address } = await renderPart(<EventPage />, { at: `${AT}/${EVENT.id}?action=UPDATE&from=2026-11-10` });
  await expect
    .element(page.getByRole('link', { name: 'Look on in the list' }))
    .toHaveAttribute('href', `${AT}?action=UPDATE&from=2026-11-10&sort=at%3Aasc&beyond=2026-11-21+12%3A00%3A01`);
  const asked = seen.findLast(({ path }) => path.endsWith('/adjacent'))?.query;
  expect([asked?.get('action'), asked?.get('from'), asked?.has('time_zone')]).toEqual(['UPDATE', '2026-11-10', true]);
  await page.getByRole('link', { name: 'Older event' }).click();
  await expect.poll(address).toBe(`${AT}/${older}?action=UPDATE&from=2026-11-10`);
});

test('a filter by an id says the name that the events have, and where they have none how the id ends', async () => {
  const [actor, account] = ['01a2025c-4397-7797-b269-d53fecf22aaa', '01a2025c-4397-7797-b269-d53fecf22bbb'];
  const resource = '01a2025c-4397-7797-b269-d53fecf22ccc';
  answerWith(({ path, query }) => {
    if (path !== LIST) return undefined;
    const event = { ...EVENT, actor_id: actor, account_id: account, account_name: 'Nordmark Landesbank' };
    const items = query.has('resource_id') ? [] : [event];
    return { items, total: items.length, total_exact: true, offset: 0, limit: 20, looked_to: null };
  });
  const at = `${AT}?actor_id=${actor}&account_id=${account}`;
  await renderPart(<LoggingPage />, { at });
  await expect.element(page.getByRole('button', { name: /Person.*Cleo Marchetti/ })).toBeVisible();
  await expect.element(page.getByRole('button', { name: /Account.*Nordmark Landesbank/ })).toBeVisible();
  await renderPart(<LoggingPage />, { at: `${at}&resource_id=${resource}` });
  for (const id of [actor, account, resource]) {
    await expect.element(page.getByText(`ID that ends in ${id.slice(-8)}`)).toBeVisible();
    expect(document.body.textContent).not.toContain(id);
  }
});

test('the last event of the list says that there is no older one, also to the keyboard', async () => {
  const none = { id: null, looked_to: null };
  answerWith(({ path }) =>
    path.endsWith('/adjacent')
      ? { newer: none, older: none }
      : { ...EVENT, ...ORIGIN, withheld: false, before: null, after: null },
  );
  await renderPart(<EventPage />, { at: `${AT}/${EVENT.id}` });
  const older = page.getByRole('button', { name: 'Older event' });
  await expect.element(older).toHaveAccessibleDescription('No older event matches the filters of the list.');
  await expect.element(older).toHaveAttribute('aria-disabled', 'true');
  older.element().focus();
  await expect.element(older).toHaveFocus();
});

test.each([
  ['success', 'BACKED_UP', 'Note', 'A backup of the whole platform was written'],
  ['failure', 'TOKEN_REUSED', 'Reason', 'A refresh token was used again'],
  ['failure', 'CHANGED_MEANWHILE', 'Reason', 'CHANGED_MEANWHILE'],
  ['success', 'The recovery link was used.', 'Note', 'The recovery link was used.'],
])('of a %s, what is said beside the change (%s) is a %s, in words where there are some', async (...said) => {
  const [result, message, label, words] = said;
  answerEvent({ ...ORIGIN, withheld: false, account_deleted: false, result, message });
  await renderPart(<EventPage />, { at: `${AT}/${EVENT.id}` });
  await expect.poll(() => factOf(label)?.textContent).toContain(message);
  expect(factOf(label)?.textContent).toContain(words);
});

test.each([
  [false, 1],
  [true, 0],
])('the account of an event, deleted: %s, is a link where its page is there', async (account_deleted, links) => {
  const account = { account_id: EVENT.resource_id, account_name: 'Kontor GmbH' };
  answerEvent({ ...ORIGIN, ...account, withheld: false, account_deleted });
  await renderPart(<EventPage />, {
    as: { scope: 'system', permissions: ['view_audit_log', 'view_account'], accounts: [] },
    at: `${AT}/${EVENT.id}`,
  });
  await expect.element(page.getByText('Kontor GmbH')).toBeVisible();
  expect(page.getByRole('link', { name: 'Kontor GmbH' }).elements()).toHaveLength(links);
});

test.each(['token', 'certificate', 'oauth', 'oauth_client'])(
  'of a person of another tenant who was known by %s it says that this is not shown',
  async (actor_via) => {
    answerEvent({ ...ORIGIN, credential_id: null, credential_name: null, actor_via, withheld: true });
    await renderPart(<EventPage />, { at: `${AT}/${EVENT.id}` });
    await expect.element(page.getByText('Token or certificate', { exact: true })).toBeVisible();
    expect(factOf('Token or certificate')?.textContent).toContain('Not shown');
  },
);
