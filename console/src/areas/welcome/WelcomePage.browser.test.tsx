import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { paths } from '../../paths.ts';
import { answerWith } from '../../testing/answers.ts';
import { renderPart } from '../../testing/render.tsx';
import OpenWelcome from './OpenWelcome.tsx';
import OwnWelcome from './OwnWelcome.tsx';

const PAGES = [
  ['a visitor', OpenWelcome],
  ['somebody who is signed in', OwnWelcome],
] as const;

for (const [who, Welcome] of PAGES)
  test(`[S-029] a message without a blank stays within the page of ${who}`, async () => {
    answerWith(({ path }) => (path.endsWith('/applications') ? { items: [] } : undefined));
    const message = 'x'.repeat(150);
    await renderPart(<Welcome />, { at: paths.welcome({ message }), width: 390 });
    await expect.element(page.getByText(new RegExp(message))).toBeVisible();
    expect(document.documentElement.scrollWidth).toBe(390);
  });

for (const [who, Welcome] of PAGES)
  test(`[S-029] a message, an empty one too, and nothing else brings the banner to ${who}`, async () => {
    answerWith(({ path }) => (path.endsWith('/applications') ? { items: [] } : undefined));
    const banner = page.getByText('You have no access to this application.');
    await renderPart(<Welcome />, { at: '/account/welcome?message=' });
    await expect.element(banner).toBeVisible();
    document.body.replaceChildren();
    await renderPart(<Welcome />, { at: '/account/welcome' });
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect.element(banner).not.toBeInTheDocument();
  });
