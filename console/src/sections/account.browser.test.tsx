/** What the sections of an account's page have in common. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { DetailSections } from '../shell/detail/DetailSections.tsx';
import { CUSTOMER } from '../testing/account.ts';
import { answerWith } from '../testing/answers.ts';
import { renderPart } from '../testing/render.tsx';
import sections from './account.ts';

test('templates and certificate profiles lead to all of them in other words than their headings', async () => {
  answerWith(() => ({ items: [], total: 0, total_exact: true, offset: 0, limit: 10 }));
  const shown = sections.filter(({ id }) => id === 'certificate-templates' || id === 'certificate-profiles');
  await renderPart(<DetailSections record={CUSTOMER} sections={shown} />, {
    as: { scope: 'system', permissions: ['view_template', 'view_profile'], accounts: [] },
  });
  await expect
    .element(page.getByRole('link', { name: 'All templates' }))
    .toHaveAttribute('href', '/account/ca/certificate-templates');
  await expect
    .element(page.getByRole('link', { name: 'All certificate profiles' }))
    .toHaveAttribute('href', '/account/ca/certificate-profiles');
});
