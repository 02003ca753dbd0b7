/** Inviting a person to a certificate from their page: offered to those alone whom the server lets. */
import type { Administrator } from '@signet/contract/areas/administrators';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { DetailSections } from '../../shell/detail/DetailSections.tsx';
import { ADMINISTRATOR } from '../../testing/administrator.ts';
import { answerWith } from '../../testing/answers.ts';
import { renderPart } from '../../testing/render.tsx';
import PersonEnrollmentsSection from './PersonEnrollmentsSection.tsx';

const SECTION = { id: 'enrollments', title: 'nav.enrollments', Content: PersonEnrollmentsSection } as const;
const REACHED: Administrator = { ...ADMINISTRATOR, certificate_sign_in: true };
async function show(record: Administrator) {
  answerWith(({ path }) =>
    path.endsWith('/v2/enrollment') ? { items: [], total: 0, offset: 0, limit: 20 } : undefined,
  );
  await renderPart(<DetailSections record={record} sections={[SECTION]} />, {
    as: {
      scope: 'account',
      permissions: ['view_enrollment', 'manage_enrollment', 'view_seat', 'view_template', 'view_user'],
      accounts: ['Nordmark Landesbank'],
    },
  });
  await expect.element(page.getByText('No enrollments yet')).toBeVisible();
}

test('who could sign in with a certificate is invited by a link', async () => {
  await show(REACHED);
  await expect.element(page.getByRole('link', { name: 'Invite somebody to get a certificate' })).toBeVisible();
});

test('whoever may not mail the person anything is not offered it', async () => {
  await show({
    ...REACHED,
    why_not: { ...ADMINISTRATOR.why_not, help: { status: 'SCOPE_NOT_MANAGEABLE' } },
  });
  await expect.element(page.getByText('Invite somebody to get a certificate')).not.toBeInTheDocument();
});

test.each<[string, Partial<Administrator>, RegExp]>([
  ['lets nobody sign in so', { certificate_sign_in: false }, /does not let people sign in with certificates/],
  ['is out of service', { account_open: false }, /.+/],
])('where their account %s, the button says why not', async (_, why, reason) => {
  await show({ ...REACHED, ...why });
  const button = page.getByRole('button', { name: 'Invite somebody to get a certificate' });
  await expect.element(button).toHaveAttribute('aria-disabled', 'true');
  await expect.element(button).toHaveAccessibleDescription(reason);
});
