/** A template whose profile is archived: its page and its row say why nothing is issued by it. */
import type { TemplateAnswer } from '@signet/contract/areas/certificate-templates';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { paths } from '../../paths.ts';
import { answerWith } from '../../testing/answers.ts';
import { renderPart } from '../../testing/render.tsx';
import CertificateTemplatePage from './CertificateTemplatePage.tsx';
import CertificateTemplatesPage from './CertificateTemplatesPage.tsx';

const ID = '00000000-0000-4000-8000-000000000801';
const PROFILE = '00000000-0000-4000-8000-000000000802';
const TEMPLATE: TemplateAnswer = {
  id: ID,
  name: 'Gates',
  account_id: null,
  account_name: null,
  profile_id: PROFILE,
  profile_name: 'Doors',
  profile_archived: true,
  authority_id: null,
  authority_name: null,
  cert_type: 'end_entity',
  key_types: ['ec_p256'],
  days: 90,
  seat_types: ['device'],
  organization: '',
  organizational_unit: '',
  locality: '',
  state: '',
  country: '',
  description: '',
  requires_attestation: false,
  principal_names: false,
  archived_at: null,
  version: 1,
  updated_at: '2026-11-01 10:00:00',
  updated_by_name: null,
  why_not_manage: null,
};

async function open(permissions: ('view_template' | 'view_profile')[], more: Partial<TemplateAnswer> = {}) {
  const template = { ...TEMPLATE, ...more };
  answerWith(({ path }) => (path.startsWith('/account/ui-api/v1/template/') ? template : undefined));
  await renderPart(<CertificateTemplatePage />, { as: { scope: 'system', permissions, accounts: [] } });
  await expect.element(page.getByRole('heading', { name: 'Gates' })).toBeVisible();
}
const banner = page.getByText('No certificate is issued by the template', { exact: false });

test('its page says so, and leads to the profile whoever sees that', async () => {
  await open(['view_template', 'view_profile']);
  await expect.element(banner).toBeVisible();
  await expect.element(page.getByText('Profile archived', { exact: true })).toBeVisible();
  await expect
    .element(page.getByRole('status').getByRole('link', { name: 'Doors' }))
    .toHaveAttribute('href', paths.certificateProfile(PROFILE));
});

test('without a link for whoever sees no profiles', async () => {
  await open(['view_template']);
  await expect.element(banner).toBeVisible();
  expect(page.getByRole('link', { name: 'Doors' }).elements()).toEqual([]);
});

test('one that is archived itself is just that', async () => {
  await open(['view_template'], { archived_at: '2026-11-02 10:00:00' });
  await expect.element(page.getByText('Archived', { exact: true })).toBeVisible();
  expect([...banner.elements(), ...page.getByText('Profile archived').elements()]).toEqual([]);
});

test.each([
  [false, ['Any key', 'None']],
  [true, ['Only one that a hardware token attests', 'The address of the seat']],
])('its facts are answers to their labels, where each asks for more: %s', async (more, answers) => {
  await open(['view_template'], { requires_attestation: more, principal_names: more });
  const labels = ['Key', 'User principal name'];
  const facts = page
    .getByRole('term')
    .elements()
    .filter(({ textContent }) => labels.includes(textContent));
  expect(facts.map(({ nextElementSibling: value }) => value?.textContent)).toEqual(answers);
});

test('its row in the list is marked', async () => {
  answerWith(({ path }) =>
    path === '/account/ui-api/v1/template' ? { items: [TEMPLATE], total: 1, limit: 20, offset: 0 } : undefined,
  );
  await renderPart(<CertificateTemplatesPage />, {
    as: { scope: 'system', permissions: ['view_template'], accounts: [] },
  });
  await expect.element(page.getByRole('row', { name: /Gates/ }).getByText('Profile archived')).toBeVisible();
});
