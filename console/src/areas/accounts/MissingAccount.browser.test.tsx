import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openNotices } from '../../shell/notices/notifications.ts';
import { renderPart } from '../../testing/render.tsx';
import { MissingAccount } from './MissingAccount.tsx';

test('[A-052] an account that is not there is said once, in the page', async () => {
  openNotices.set([]);
  await renderPart(<MissingAccount />);
  await expect.element(page.getByRole('alert')).toHaveTextContent('There is no such account, or you may not see it.');
  expect(page.getByText(/There is no such account/).elements()).toHaveLength(1);
  expect(openNotices.get()).toEqual([]);
});
