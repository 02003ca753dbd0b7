import type { Page } from '@playwright/test';
import type { Visit } from './visit.ts';

/** Opens the search over everything and types. */
async function search(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: 'Search or go to…' }).click();
  const palette = page.getByRole('dialog', { name: 'Search and go to' });
  await palette.getByRole('combobox').fill(text);
  await (
    text === '' ? palette.getByRole('option').first() : palette.getByRole('status').filter({ hasText: /results/ })
  ).waitFor();
}

export const visits: readonly Visit[] = [
  { route: '/account/accounts', name: 'palette', as: 'ada', act: (page) => search(page, '') },
  { route: '/account/accounts', name: 'palette-found', as: 'ada', act: (page) => search(page, 'nord') },
  { route: '/account/accounts', name: 'palette-nothing', as: 'ben', act: (page) => search(page, 'orsini') },
];
