/** For component tests: an invitation as the platform answers it. */
import type { PublicEnrollment } from '@signet/contract/areas/enrollment-by-link';

export const ID = '00000000-0000-4000-8000-000000000700';
export const CODE = 'link-secret';

export const invitation = (values: Partial<PublicEnrollment> = {}): PublicEnrollment => ({
  id: ID,
  enrollment_code: CODE,
  csr: null,
  keystore_location: 'browser',
  enrollment_method: 'DTA',
  status: 'invited',
  first_name: 'Maren',
  last_name: 'Nordhoff',
  account_name: 'Nordmark Landesbank',
  common_name: 'Maren Nordhoff',
  organization_name: 'Nordmark Landesbank',
  organization_units: '',
  street_address: '',
  postal_code: '',
  locality: '',
  state: '',
  country: '',
  dns_names: [],
  emails: ['maren.nordhoff@nordmark.example'],
  user_principal_names: [],
  email: '',
  validity: null,
  asked: [],
  end_date: '2027-11-22',
  expires_at: '2026-12-06 10:00:00',
  renews: null,
  signs_in: true,
  profile: { key_types: ['ec_p256', 'rsa_2048'], purposes: ['client_auth'], requires_attestation: false },
  ...values,
});
