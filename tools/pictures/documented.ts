/** The pictures that the documents show, each by the visit that it is taken of: `npm run pictures -- --documents`. */
import { VISITS } from '../../e2e/visits.ts';
import type { Visit } from '../../e2e/visits/visit.ts';

/** Where they lie; the README and docs/journeys.md show them. */
export const DOCUMENT_FOLDER = 'docs/pictures';

/** File names without their end, and the visits that they are of. */
export const DOCUMENTED: Readonly<Record<string, string>> = {
  accounts: 'accounts',
};

/** The visit of each file. Throws on one that is not there any more. */
export function documentedVisits(): { file: string; visit: Visit }[] {
  return Object.entries(DOCUMENTED).map(([file, name]) => {
    const visit = VISITS.find((one) => one.name === name);
    if (!visit) throw new Error(`${file}.png of the documents is of the visit ${name}, which is not there.`);
    return { file: `${DOCUMENT_FOLDER}/${file}.png`, visit };
  });
}
