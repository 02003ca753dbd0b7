/** The pictures that the documents show, each by the visit that it is taken of: `npm run pictures -- --documents`. */
import { VISITS } from '../../e2e/visits.ts';
import type { Visit } from '../../e2e/visits/visit.ts';

/** Where they lie; the README and docs/journeys.md show them. */
export const DOCUMENT_FOLDER = 'docs/pictures';

/** File names without their end, and the visits that they are of. */
const DOCUMENTED: Readonly<Record<string, string>> = {
  accounts: 'accounts',
  'journeys/1-create-account': 'account-create',
  'journeys/1-licenses': 'license-edit-partner',
  'journeys/1-first-sign-in': 'verify',
  'journeys/2-single-sign-on': 'account-saml-sign-in',
  'journeys/2-set-up-link': 'sign-in-setup',
  'journeys/3-invitation': 'enrollment',
  'journeys/3-assistant': 'enrollment-assistant',
  'journeys/3-renewal': 'renewal',
  'journeys/4-disable': 'administrator-disable',
  'journeys/5-audit-log': 'audit-log',
  'journeys/5-access': 'administrator-access-past',
  'journeys/5-verified': 'audit-event',
  'journeys/6-start-page': 'overview',
  'journeys/7-client': 'oauth-client-shown-once',
  'journeys/7-consent': 'oauth-authorize',
  'journeys/8-ends-soon': 'ends-soon',
  'journeys/8-ended': 'error-account-expired',
  'journeys/8-moved': 'migration-conflicts',
};

/** The visit of each file. Throws on one that is not there any more. */
export function documentedVisits(): { file: string; visit: Visit }[] {
  return Object.entries(DOCUMENTED).map(([file, name]) => {
    const visit = VISITS.find((one) => one.name === name);
    if (!visit) throw new Error(`${file}.png of the documents is of the visit ${name}, which is not there.`);
    return { file: `${DOCUMENT_FOLDER}/${file}.png`, visit };
  });
}
