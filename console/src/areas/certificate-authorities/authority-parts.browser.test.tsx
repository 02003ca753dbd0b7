/** Parts of an authority's page by themselves. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answerWith } from '../../testing/answers.ts';
import { renderPart } from '../../testing/render.tsx';
import { AuthorityActions } from './AuthorityActions.tsx';
import { IssuedByMonth } from './IssuedByMonth.tsx';
import { RevocationListCard } from './RevocationListCard.tsx';

const LISTED = {
  id: '00000000-0000-4000-8000-000000000700',
  list: { number: 4, this_update: '2026-11-20 12:00:00', next_update: '2026-11-27 12:00:00', entries: 2 },
  addresses: { crl: 'https://signet.example/list.crl' },
  why_not: { publish: null },
};
const publish = page.getByRole('button', { name: 'Publish now' });

test('a new revocation list is published at once, by who may', async () => {
  const refused = { ...LISTED, why_not: { publish: { status: 'AUTHORITY_OF_PLATFORM' as const } } };
  await renderPart(<RevocationListCard authority={refused} />);
  await expect.element(page.getByText('Number 4, 2 entries')).toBeVisible();
  await expect.element(publish).not.toBeInTheDocument();
  const calls = answerWith(() => null);
  await renderPart(<RevocationListCard authority={LISTED} />);
  await publish.click();
  await expect
    .poll(() => calls.filter(({ method }) => method === 'PUT').map(({ path }) => path))
    .toEqual([`/account/ui-api/v1/ca/${LISTED.id}/publish`]);
});

test('a reason for revoking that was given up is chosen anew', async () => {
  const authority = {
    id: LISTED.id,
    name: 'Issuing CA',
    version: 1,
    certificates: null,
    addresses: { issuer: 'https://signet.example/issuer.crt' },
    why_not: { revoke: null, retire: { status: 'FORBIDDEN' as const }, renew: { status: 'FORBIDDEN' as const } },
  };
  await renderPart(<AuthorityActions authority={authority} />);
  const revoke = page.getByRole('button', { name: 'Revoke' });
  const dialog = page.getByRole('dialog');
  const reason = dialog.getByLabelText('Reason');
  await revoke.click();
  await reason.selectOptions('superseded');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await revoke.click();
  await expect.element(reason).toHaveValue('');
});

test.each([
  [true, /moment on\. 10,000 certificates are valid now/],
  [false, /More than 10,000 certificates are valid now/],
])('an authority is revoked with as many certificates as were counted: %s', async (exact, words) => {
  const authority = {
    id: LISTED.id,
    name: 'Issuing CA',
    version: 1,
    certificates: { valid: 10_000, exact },
    addresses: { issuer: 'https://signet.example/issuer.crt' },
    why_not: { revoke: null, retire: null, renew: null },
  };
  await renderPart(<AuthorityActions authority={authority} />);
  await page.getByRole('button', { name: 'Revoke' }).click();
  await expect.element(page.getByRole('dialog').getByText(words)).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Retire' }).click();
  const stays = exact ? /The 10,000 certificates of it/ : /The more than 10,000 certificates of it/;
  await expect.element(page.getByRole('dialog').getByText(stays)).toBeVisible();
});

test('what was issued stands month by month, the newest first, with as much as was counted', async () => {
  const months = [
    { month: '2026-10', count: 1_000, exact: false },
    { month: '2026-11', count: 12, exact: true },
  ];
  await renderPart(<IssuedByMonth months={months} />);
  const list = page.getByRole('list', { name: 'Certificates issued' });
  await expect.element(list).toBeVisible();
  expect(
    list
      .getByRole('listitem')
      .elements()
      .map((line) => line.textContent),
  ).toEqual(['Nov 202612', 'Oct 2026More than 1,000']);
  // The month that goes on is hollow.
  const grounds = [...list.element().querySelectorAll('i')].map((bar) => getComputedStyle(bar).backgroundColor);
  expect(grounds[0]).toBe('rgba(0, 0, 0, 0)');
  expect(grounds[1]).not.toBe(grounds[0]);
});
