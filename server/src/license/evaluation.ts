import { payloadDate } from '@signet/contract/dates';
import { EVALUATION_ISSUER, EVALUATION_KEY } from './evaluation-key.ts';
import { everyFeature } from './features.ts';
import { issueLicense, issuerKey } from './issue.ts';

/** An evaluation license: every application, one year from the day (UTC) of `now`. */
export async function evaluationLicense(now: Date): Promise<string> {
  const from = new Date(`${payloadDate(now)}T00:00:00Z`);
  const until = new Date(from);
  until.setUTCFullYear(from.getUTCFullYear() + 1);
  const terms = {
    iss: EVALUATION_ISSUER,
    holder: 'Evaluation',
    edition: 'Evaluation',
    applications: everyFeature(),
    from,
    until,
  };
  return issueLicense(await issuerKey(JSON.stringify(EVALUATION_KEY)), terms, now);
}
