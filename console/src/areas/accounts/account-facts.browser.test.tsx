import type { Account } from '@signet/contract/areas/accounts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderPart } from '../../testing/render.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { useAccountFacts } from './account-facts.tsx';

const ID = '00000000-0000-4000-8000-00000000000';
const CUSTOMER: Account = {
  id: `${ID}1`,
  name: 'Nordmark Landesbank',
  display_name: 'Nordmark Landesbank',
  friendly_identifier: 'nordmark-lb',
  active: true,
  switched_on: true,
  service_period: { from: '2025-01-01', to: null },
  locale: 'en_US',
  type: 'standard',
  partner_account_id: `${ID}2`,
  partner_account_name: 'Umbra Trust Services',
  system_account: false,
  license_version: '2.0',
  federation_status: null,
  federated_account_id: null,
  federated_account_name: null,
  federated_account_details_url: null,
  has_onelogin_id: false,
  can_account_be_unlinked: false,
  has_dsm_license: false,
  allow_user_creation_via_sso: false,
  mfa_enabled: false,
  can_edit_mfa: false,
  auth_config: [],
  sign_in_methods: [],
  oauth_clients: [],
  enabled_feature_ids: [],
  customers: 0,
  version: 1,
  updated_at: '2025-01-01 00:00:00',
  updated_by_name: null,
  why_not: { edit: null, end_date: null, switch: null, delete: null, reassign: null, link: null, unlink: null },
};

function Part({ account }: { account: Account }) {
  return <Facts facts={useAccountFacts()(account)} />;
}

test('[A-058 A-059] the partner shows whatever the partner-scope flag is, the type with it alone', async () => {
  await renderPart(<Part account={CUSTOMER} />);
  await expect.element(page.getByRole('definition').filter({ hasText: 'Umbra Trust Services' })).toBeVisible();
  expect(page.getByText('Type', { exact: true }).elements()).toEqual([]);
});
