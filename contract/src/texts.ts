/**
 * The texts of console, mail and trust assistant: `i18n/<area>/<locale>.json`, flat ICU messages by key, one folder per
 * area. This is the list of the areas; a text belongs to the area that shows it. `frame` has what every page may show,
 * `signed-in` what all pages after sign-in share. Which page loads which texts does not follow the areas: the console's
 * build finds it (console/text-parts.ts). At run time this file holds the English texts: the console takes the
 * types alone.
 */
import accessCheck from './i18n/access-check/en_US.json' with { type: 'json' };
import accounts from './i18n/accounts/en_US.json' with { type: 'json' };
import administrators from './i18n/administrators/en_US.json' with { type: 'json' };
import apiTokens from './i18n/api-tokens/en_US.json' with { type: 'json' };
import assistant from './i18n/assistant/en_US.json' with { type: 'json' };
import assistantProgram from './i18n/assistant-program/en_US.json' with { type: 'json' };
import assistantKeys from './i18n/assistant-keys/en_US.json' with { type: 'json' };
import audit from './i18n/audit/en_US.json' with { type: 'json' };
import auditForwarding from './i18n/audit-forwarding/en_US.json' with { type: 'json' };
import bulk from './i18n/bulk/en_US.json' with { type: 'json' };
import certificateGeneration from './i18n/certificate-generation/en_US.json' with { type: 'json' };
import certificateList from './i18n/certificate-list/en_US.json' with { type: 'json' };
import certificateProfiles from './i18n/certificate-profiles/en_US.json' with { type: 'json' };
import certificateTemplates from './i18n/certificate-templates/en_US.json' with { type: 'json' };
import certificateRequests from './i18n/certificate-requests/en_US.json' with { type: 'json' };
import certificates from './i18n/certificates/en_US.json' with { type: 'json' };
import clientAuth from './i18n/client-auth-certificates/en_US.json' with { type: 'json' };
import certificateAuthorities from './i18n/certificate-authorities/en_US.json' with { type: 'json' };
import clientTools from './i18n/client-tools/en_US.json' with { type: 'json' };
import enrollmentByLink from './i18n/enrollment-by-link/en_US.json' with { type: 'json' };
import enrollments from './i18n/enrollments/en_US.json' with { type: 'json' };
import endsSoon from './i18n/ends-soon/en_US.json' with { type: 'json' };
import errors from './i18n/errors/en_US.json' with { type: 'json' };
import features from './i18n/features/en_US.json' with { type: 'json' };
import frame from './i18n/frame/en_US.json' with { type: 'json' };
import legal from './i18n/legal/en_US.json' with { type: 'json' };
import licenses from './i18n/licenses/en_US.json' with { type: 'json' };
import mail from './i18n/mail/en_US.json' with { type: 'json' };
import oauthAuthorization from './i18n/oauth-authorization/en_US.json' with { type: 'json' };
import migration from './i18n/migration/en_US.json' with { type: 'json' };
import oauthClients from './i18n/oauth-clients/en_US.json' with { type: 'json' };
import oidc from './i18n/oidc/en_US.json' with { type: 'json' };
import oidcSignIn from './i18n/oidc-sign-in/en_US.json' with { type: 'json' };
import organizations from './i18n/organizations/en_US.json' with { type: 'json' };
import overview from './i18n/overview/en_US.json' with { type: 'json' };
import packages from './i18n/packages/en_US.json' with { type: 'json' };
import people from './i18n/people/en_US.json' with { type: 'json' };
import profile from './i18n/profile/en_US.json' with { type: 'json' };
import roles from './i18n/roles/en_US.json' with { type: 'json' };
import seats from './i18n/seats/en_US.json' with { type: 'json' };
import saml from './i18n/saml/en_US.json' with { type: 'json' };
import samlSignIn from './i18n/saml-sign-in/en_US.json' with { type: 'json' };
import search from './i18n/search/en_US.json' with { type: 'json' };
import secondFactors from './i18n/second-factors/en_US.json' with { type: 'json' };
import selfService from './i18n/self-service/en_US.json' with { type: 'json' };
import selfServiceLinks from './i18n/self-service-links/en_US.json' with { type: 'json' };
import serviceUsers from './i18n/service-users/en_US.json' with { type: 'json' };
import settings from './i18n/settings/en_US.json' with { type: 'json' };
import setup from './i18n/setup/en_US.json' with { type: 'json' };
import signingClients from './i18n/signing-clients/en_US.json' with { type: 'json' };
import signIn from './i18n/sign-in/en_US.json' with { type: 'json' };
import signInSetup from './i18n/sign-in-setup/en_US.json' with { type: 'json' };
import signInSecurity from './i18n/sign-in-security/en_US.json' with { type: 'json' };
import signedIn from './i18n/signed-in/en_US.json' with { type: 'json' };
import welcome from './i18n/welcome/en_US.json' with { type: 'json' };

/** The English texts by area, which is also the name of the folder. */
export const ENGLISH_BY_AREA = {
  'access-check': accessCheck,
  accounts,
  administrators,
  'api-tokens': apiTokens,
  assistant,
  'assistant-keys': assistantKeys,
  'assistant-program': assistantProgram,
  audit,
  'audit-forwarding': auditForwarding,
  bulk,
  'certificate-generation': certificateGeneration,
  'certificate-list': certificateList,
  'certificate-profiles': certificateProfiles,
  'certificate-templates': certificateTemplates,
  'certificate-requests': certificateRequests,
  certificates,
  'client-auth-certificates': clientAuth,
  'certificate-authorities': certificateAuthorities,
  'client-tools': clientTools,
  'enrollment-by-link': enrollmentByLink,
  enrollments,
  'ends-soon': endsSoon,
  errors,
  features,
  frame,
  legal,
  licenses,
  mail,
  'oauth-authorization': oauthAuthorization,
  migration,
  'oauth-clients': oauthClients,
  oidc,
  'oidc-sign-in': oidcSignIn,
  organizations,
  overview,
  packages,
  people,
  profile,
  roles,
  saml,
  'saml-sign-in': samlSignIn,
  search,
  seats,
  'second-factors': secondFactors,
  'self-service': selfService,
  'self-service-links': selfServiceLinks,
  'service-users': serviceUsers,
  settings,
  setup,
  'signing-clients': signingClients,
  'sign-in': signIn,
  'sign-in-security': signInSecurity,
  'sign-in-setup': signInSetup,
  'signed-in': signedIn,
  welcome,
};

/** An area of texts. */
export type TextArea = keyof typeof ENGLISH_BY_AREA;
export const TEXT_AREAS = Object.keys(ENGLISH_BY_AREA) as TextArea[];
/** Every text key: the keys of the English texts. */
export type TextKey = { [A in TextArea]: keyof (typeof ENGLISH_BY_AREA)[A] }[TextArea];

/** The English texts of all areas by key. */
export const ENGLISH = Object.assign({}, ...Object.values(ENGLISH_BY_AREA)) as Record<TextKey, string>;

/** What the trust assistant says to its person, in its own windows and its terminal: no page shows it. */
export const ASSISTANT_TEXTS: TextArea = 'assistant-program';

/** Texts of mails begin with this; only the server speaks them. */
export const MAIL_TEXTS = 'mail.';
