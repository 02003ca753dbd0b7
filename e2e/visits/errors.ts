import type { Visit } from './visit.ts';

export const visits: readonly Visit[] = [
  {
    route: '/account/samlVerificationError/{-$errorCode}',
    name: 'error-saml',
    as: null,
    at: () => '/account/samlVerificationError/INVALID_SIGNATURE',
  },
  {
    route: '/account/samlVerificationError/{-$errorCode}',
    name: 'error-saml-logout',
    as: null,
    at: () => '/account/samlVerificationError/logout_wrong_signature',
  },
  {
    route: '/account/clientAuthLoginVerificationError/{-$errorCode}/{-$errorMessage}',
    name: 'error-client-certificate',
    as: null,
    at: () => '/account/clientAuthLoginVerificationError/REVOKED/The%20certificate%20was%20revoked.',
  },
  { route: '/account/updateLicenseError', name: 'error-update-license', as: null },
  { route: '/account/accountExpiredError', name: 'error-account-expired', as: null },
  { route: '/account/licenseExpired', name: 'error-license-expired', as: null },
];
