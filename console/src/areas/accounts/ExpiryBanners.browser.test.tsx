import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { queryClient } from '../../api/query.ts';
import { answerWith } from '../../testing/answers.ts';
import { renderPart } from '../../testing/render.tsx';
import { ExpiryBanners } from './ExpiryBanners.tsx';

test('[A-040 A-042] a banner that was put away comes back for accounts that nobody has seen', async () => {
  let soon = 5;
  answerWith(() => ({ '30': soon, '60': 0 }));
  await renderPart(<ExpiryBanners />);
  const banner = page.getByRole('button', { name: /^Dismiss/ });
  await banner.click();
  await expect.element(banner).not.toBeInTheDocument();
  soon = 0;
  await queryClient.refetchQueries();
  await expect.element(banner).not.toBeInTheDocument();
  soon = 4;
  await queryClient.refetchQueries();
  await expect.element(banner).toBeVisible();
});
