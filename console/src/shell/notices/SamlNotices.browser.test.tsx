/** What ends of a SAML provider, as its page says it. */
import type { SamlNotice } from '@signet/contract/areas/account-saml';
import { payloadDate } from '@signet/contract/dates';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answerWith } from '../../testing/answers.ts';
import { renderPart } from '../../testing/render.tsx';
import { SamlNoticeBanners } from './SamlNotices.tsx';

const ID = '00000000-0000-4000-8000-000000000100';
const DAY = 86_400_000;

async function show(days: number): Promise<void> {
  const notice: SamlNotice = {
    account_id: ID,
    account_name: 'Nordmark',
    system_account: false,
    kind: 'certificate',
    name: 'sso.nordmark.example',
    ends: `${payloadDate(new Date(Date.now() + days * DAY))} 12:00:00`,
  };
  answerWith(() => ({ items: [notice], total: 1 }));
  await renderPart(<SamlNoticeBanners accountId={ID} />);
}

test.each([
  [45, 'status', /^Nordmark: certificate “sso.nordmark.example” .* ends on \S+, in 45 days$/],
  [26, 'alert', /ends on \S+, in 26 days$/],
  [1, 'alert', /ends on \S+, in 1 day$/],
  [0, 'alert', /ends today, \S+$/],
  [-3, 'alert', /ended on \S+$/],
])('a certificate that ends in %d days: %s', async (days, role, words) => {
  await show(days);
  const said = page.getByText(words);
  await expect.element(said).toBeVisible();
  expect(said.element().closest('[role]')?.role).toBe(role);
});
