import { ENGLISH } from '@signet/contract/texts';
import { expect, test } from 'vitest';
import type { AppUserTable } from './db/schema.ts';

/** The word by which the privacy policy names a column; null: it says no more of the person than the others do. */
const TOLD: Record<keyof AppUserTable, string | null> = {
  access_scope: 'roles',
  active: null,
  agreement_accepted_at: null,
  agreement_locale: null,
  aliases: 'aliases',
  api_credential: null,
  created_at: null,
  date_format: 'date format',
  default_app_url: 'start page',
  deleted_at: null,
  description: null,
  email: 'email',
  email_claimed: 'email',
  email_proved: 'email',
  first_name: 'name',
  id: null,
  invited_at: null,
  last_name: 'name',
  locale: 'language',
  name: 'name',
  names_folded: 'name',
  nationality: 'nationality',
  oauth_client_id: null,
  oidc_username: 'names at identity providers',
  onelogin_id: 'names at identity providers',
  onelogin_url: 'names at identity providers',
  owner_account_id: 'accounts',
  password_hash: 'password',
  phone: 'phone number',
  primary_account_id: 'accounts',
  saml_username: 'names at identity providers',
  service_user: null,
  updated_at: null,
  updated_by: null,
  user_name: 'user name',
  user_name_claimed: 'user name',
  verified_at: null,
  version: null,
};
/** What tables of their own keep of people. */
const BESIDE = ['filters and columns of your lists', 'authenticator apps', 'security keys'];

test('the privacy policy names what is kept about a person', () => {
  const said = `${ENGLISH['legal.privacy.person']} ${ENGLISH['legal.privacy.password']}`;
  const unnamed = [...Object.values(TOLD), ...BESIDE].filter((word) => word !== null && !said.includes(word));
  expect(unnamed).toEqual([]);
});
