/** That the walk over all pages would see what it is there to see, though it judges one text of each make. */
import type { Page } from '@playwright/test';
import { colourViolations, violations } from './inspect.ts';
import { expect, test } from './test.ts';

const ROWS = 12;
/** A page of rows that are alike, with these styles; `odd` is the last but one. */
async function show(page: Page, style: string, odd = 'Nordmark <i>renewed</i>'): Promise<void> {
  const rows = Array.from({ length: ROWS }, (_, at) => `<li class="row">${at === ROWS - 2 ? odd : 'Alder Bank'}</li>`);
  await page.setContent(`<!doctype html><html lang="en"><title>Rows</title>
    <style>:root { color-scheme: light dark } body { background: #fff; color: #222 } ${style}</style>
    <main><h1>Rows</h1><ul>${rows.join('')}</ul></main>`);
}
const contrast = [expect.stringMatching(/^color-contrast: /)];

const FAULTS: Record<string, [style: string, odd?: string]> = {
  'by its class': ['.pale { color: #bbb }', '<span class="pale">Nordmark</span>'],
  'by its own style': ['', '<span style="color: #bbb">Nordmark</span>'],
  'by an attribute': ['[data-state=ended] { color: #bbb }', '<span data-state="ended">Nordmark</span>'],
  'by its place': ['.row:nth-child(11) { color: #bbb }'],
  'by the ground under its row': ['.row:nth-child(11) { background: #444 }'],
  'by what it stands in': ['', '<span style="opacity: 0.3"><b>Nordmark</b></span>'],
};
for (const [how, [style, odd]] of Object.entries(FAULTS))
  test(`one text among many that is too pale ${how} is seen`, async ({ page }) => {
    await show(page, '', odd?.replace(/ (?:class|style|data-state)="[^"]*"/g, ''));
    expect(await violations(page)).toEqual([]);
    await show(page, style, odd);
    expect(await violations(page)).toEqual(contrast);
  });

test('what was fine is judged again once its colours are others: in dark, or by a change of the page', async ({
  page,
}) => {
  await show(page, '@media (prefers-color-scheme: dark) { .row { color: #eee } } .late .row { color: #bbb }');
  expect(await violations(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await colourViolations(page)).toEqual(contrast);
  await page.emulateMedia({ colorScheme: 'light' });
  expect(await violations(page)).toEqual([]);
  await page.evaluate(() => document.body.classList.add('late'));
  expect(await violations(page)).toEqual(contrast);
});

test('where the first of a make can’t be judged another one is', async ({ page }) => {
  const over = '.row:first-child::after { content: ""; position: absolute; inset: 0; background: #fff }';
  await show(page, `.row { color: #bbb } .row:first-child { position: relative } ${over}`, 'Alder Bank');
  expect(await violations(page)).toEqual(contrast);
});

test('a link is known from the text around it, wherever one of its make stands by itself', async ({ page }) => {
  const link = '<a href="#more">Read more</a>';
  await show(
    page,
    'a { color: #223; text-decoration: none }',
    `${link}<p>Certificates end. ${link} about how they do.</p>`,
  );
  expect(await violations(page)).toEqual([expect.stringMatching(/^link-in-text-block: /)]);
  expect(await colourViolations(page)).toEqual([expect.stringMatching(/^link-in-text-block: /)]);
});
