/** What a new license of the platform would do is read before it is installed. */
import type { LicenseReplacementWhatIf } from '@signet/contract/areas/licenses';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openNotices } from '../../shell/notices/notifications.ts';
import { answerWith } from '../../testing/answers.ts';
import { renderPart } from '../../testing/render.tsx';
import UpdateLicensePage from './UpdateLicensePage.tsx';

const EFFECT: LicenseReplacementWhatIf['effects'][number] = {
  app_code: 'ca_manager',
  feature: 'certificates',
  generation: 'v1',
  before: { limit: 10_000, used: 4712, remaining: 5288 },
  after: { limit: 4000, used: 4712, remaining: 0 },
  pool: null,
};
const SHORTAGES = [
  { app_code: 'ca_manager', feature: 'certificates', generation: 'v1', limit: 4000, needed: 4712, missing: 712 },
  { app_code: 'ca_manager', feature: 'root_ca_units', generation: 'v2', limit: 5, needed: -1, missing: -1 },
] as const;

const LONGER = { before: '2026-12-31', after: '2027-12-31' };

const REFUSED = {
  error: { status: 'INVALID_INPUT', message: '', fields: { body: { status: 'LICENSE_UNKNOWN_ISSUER', message: '' } } },
};

const text = page.getByLabelText('License text');
const replace = page.getByRole('button', { name: 'Replace license' });

test('[S-080] one that has less than is in use is refused with the list; another says what changes', async () => {
  const calls = answerWith(({ path, body }): LicenseReplacementWhatIf | null | undefined => {
    if (path === '/account/ui-api/v1/license') return null;
    if (path !== '/account/ui-api/v1/license/what-if') return undefined;
    const isSmall = (body as { body: string }).body === 'a.small.one';
    const effects = isSmall ? [EFFECT] : [{ ...EFFECT, after: { limit: -1, used: 4712, remaining: -1 } }];
    return { effects, shortages: isSmall ? [...SHORTAGES] : [], accounts: 3, valid_until: LONGER };
  });
  await renderPart(
    <main id="main">
      <UpdateLicensePage />
    </main>,
  );
  await text.fill('a.sma\nll.one\n');
  const alert = page.getByRole('alert');
  await expect
    .element(alert.getByText(/certificates \(CA Manager\): 4,712 needed, 4,000 there, 712 missing/i))
    .toBeVisible();
  await expect.element(alert.getByText(/\(CA Manager\): unlimited needed, 5 there/i)).toBeVisible();
  await expect.element(page.getByText('10,000 to 4,000')).toBeVisible();
  await expect.element(page.getByText('3 accounts have or use something of it.')).toBeVisible();
  await expect.element(replace).toHaveAttribute('aria-disabled', 'true');
  await expect.element(replace).toHaveAccessibleDescription('This license has too little of something.');

  await text.fill('a.large.one');
  await expect.element(page.getByText('10,000 to Unlimited')).toBeVisible();
  await expect.element(alert).not.toBeInTheDocument();
  await replace.click();
  await expect.poll(() => calls.filter(({ path }) => path === '/account/ui-api/v1/license').length).toBe(1);
});

test('one that ends earlier than the license in force is warned of; another says until when', async () => {
  answerWith(({ path, body }): LicenseReplacementWhatIf | undefined => {
    if (path !== '/account/ui-api/v1/license/what-if') return undefined;
    const isOlder = (body as { body: string }).body === 'an.older.one';
    const valid_until = isOlder ? { before: LONGER.after, after: LONGER.before } : LONGER;
    return { effects: [], shortages: [], accounts: 0, valid_until };
  });
  await renderPart(
    <main id="main">
      <UpdateLicensePage />
    </main>,
  );
  await text.fill('an.older.one');
  const warning = page.getByText(/^It ends earlier than the license in force: on .*2026.* instead of .*2027/);
  await expect.element(warning).toBeVisible();
  await expect.element(replace).not.toHaveAttribute('aria-disabled');
  await text.fill('a.longer.one');
  await expect.element(page.getByText(/^It is valid until .*2027.*; the license in force until .*2026/)).toBeVisible();
  await expect.element(warning).not.toBeInTheDocument();
});

test('of a text that is no whole license nothing is asked', async () => {
  const calls = answerWith(() => undefined);
  await renderPart(
    <main id="main">
      <UpdateLicensePage />
    </main>,
  );
  await text.fill('not a license');
  await expect.element(replace).not.toHaveAttribute('aria-disabled');
  expect(calls).toEqual([]);
});

test('[S-081] of one that is refused it is told why, and that nothing has changed; what was pasted stays', async () => {
  let isRefused = true;
  answerWith(({ path }) => {
    if (path !== '/account/ui-api/v1/license') return { effects: [], shortages: [], accounts: 0, valid_until: LONGER };
    return isRefused ? Response.json(REFUSED, { status: 400 }) : null;
  });
  await renderPart(
    <main id="main">
      <UpdateLicensePage />
    </main>,
  );
  await text.fill('a.foreign.one');
  await replace.click();
  await expect.element(text).toHaveAccessibleDescription(/signed by an issuer that this platform does not trust/);
  await expect.element(text).toHaveValue('a.foreign.one');
  const notices = () => openNotices.get().map(({ message }) => message);
  expect(notices()).toEqual(['license.notReplaced']);
  isRefused = false;
  await text.fill('a.trusted.one');
  await replace.click();
  await expect.poll(notices).toEqual(['license.updated']);
});

test('[S-218] a text longer than any license is told so under its field, with the limit, and not sent', async () => {
  const calls = answerWith(() => undefined);
  await renderPart(<UpdateLicensePage />);
  await text.fill('a'.repeat(1_100_000));
  await replace.click();
  await expect.element(text).toHaveAccessibleDescription(/at most 65,?536 characters/);
  expect(calls.filter(({ path }) => path === '/account/ui-api/v1/license')).toEqual([]);
});
