/** The contacts of an organization, on its page. */
import type { Contact, Organization } from '@signet/contract/areas/organizations';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { DetailSections } from '../../shell/detail/DetailSections.tsx';
import { answerWith } from '../../testing/answers.ts';
import { renderPart } from '../../testing/render.tsx';
import OrganizationContactsSection from './OrganizationContactsSection.tsx';

const ID = '00000000-0000-4000-8000-000000000200';
const SAVED = { version: 1, updated_at: '2026-11-01 10:00:00', updated_by_name: null };
const ORGANIZATION: Organization = {
  ...SAVED,
  id: ID,
  account_id: '00000000-0000-4000-8000-000000000100',
  account_name: 'Nordmark Landesbank',
  name: 'Nordmark Kontor',
  address: '',
  address2: '',
  city: 'Kiel',
  state: '',
  zip_code: '',
  country: 'DE',
  phone: '',
  abilities: { edit: false, delete: false },
};
const CONTACT: Contact = {
  ...SAVED,
  id: '00000000-0000-4000-8000-000000000201',
  organization_id: ID,
  first_name: 'Tove',
  last_name: 'Haugen',
  email: 'tove.haugen@nordmark.example',
  phone: '',
};

test.each([
  [1280, 1],
  [390, 0],
])('that a contact has no phone is said where a head tells what there is none of: %d wide', async (width, times) => {
  answerWith(({ path }) =>
    path.endsWith('/contact') ? { items: [CONTACT], total: 1, offset: 0, limit: 20 } : undefined,
  );
  const section = { id: 'contacts', title: 'contacts.title', Content: OrganizationContactsSection } as const;
  await renderPart(<DetailSections record={ORGANIZATION} sections={[section]} />, { width });
  await expect.element(page.getByText('Tove Haugen')).toBeVisible();
  expect(page.getByText('None', { exact: true }).elements()).toHaveLength(times);
});
