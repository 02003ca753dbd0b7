/** Sending again and canceling many: what is planned, for whom, and that nobody is offered what they may not do. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { BulkActs } from '../../shell/list/BulkActs.tsx';
import { answerWith } from '../../testing/answers.ts';
import { renderPart } from '../../testing/render.tsx';
import { useEnrollmentBulk } from './bulk.ts';

const ONE = '00000000-0000-4000-8000-000000000701';

function Part({ ids }: { ids: readonly string[] | null }) {
  const { acts, planAt } = useEnrollmentBulk({ status: 'invited' });
  return <BulkActs acts={acts} planAt={planAt} ids={ids} count={2} direct={null} />;
}
const show = (ids: readonly string[] | null, ...more: 'manage_enrollment'[]) =>
  renderPart(<Part ids={ids} />, {
    as: { scope: 'account', permissions: ['view_enrollment', ...more], accounts: ['Nordmark Landesbank'] },
  });

/** Answers plans with an id; what was planned stands in the answer. */
function platform(): unknown[] {
  const plans: unknown[] = [];
  answerWith(({ method, path, body }) => {
    if (method !== 'POST') return undefined;
    plans.push([path, body]);
    return { id: 'plan-1' };
  });
  return plans;
}

test('the selected ones are sent again, all that match are canceled, each by a plan of their own page', async () => {
  const plans = platform();
  const { address } = await show([ONE], 'manage_enrollment');
  await page.getByRole('button', { name: 'Send invitations again' }).click();
  await expect.poll(address).toBe('/account/ca/enrollments/bulk/plan-1');
  document.body.replaceChildren();
  await show(null, 'manage_enrollment');
  await page.getByRole('button', { name: 'Cancel enrollments' }).click();
  await expect
    .poll(() => plans)
    .toEqual([
      ['/account/ui-api/v2/enrollment/bulk/resend', { ids: [ONE], input: {} }],
      ['/account/ui-api/v2/enrollment/bulk/cancel', { filters: { status: 'invited' }, input: {} }],
    ]);
});

test('whoever only looks at enrollments is offered none of it', async () => {
  platform();
  await show([ONE]);
  expect(page.getByRole('button').elements()).toEqual([]);
});
