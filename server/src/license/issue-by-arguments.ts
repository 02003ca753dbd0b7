import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { isPayloadDate, payloadDate } from '@signet/contract/dates';
import { APP_CODES, type AppCode } from '@signet/contract/viewer';
import { everyFeature } from './features.ts';
import { issueLicense, issuerKey, newIssuer } from './issue.ts';
import type { LicensedFeature } from './license.ts';

/** How the command is called. */
export const USAGE = `Issues a license:
  npm run license:issue -- --key private.jwk --holder "Nordmark Landesbank" --edition Enterprise --until 2027-12-31
    --from YYYY-MM-DD                  first day, today where it is missing
    --issuer name                      who issues it, the key's id where it is missing
    --app code:feature=quantity@v2     one feature; repeat it for more. -1 is unlimited, @v1 where it is missing.
                                       Without any --app: every application, unlimited.
Makes an issuer:
  npm run --silent license:issue -- --new-key private.jwk > issuers.json`;

/** A mistake in the command line, in one sentence. */
class UsageError extends Error {}

/** A whole day, `YYYY-MM-DD`, as its first moment in UTC. */
function dayOf(option: string, text: string | undefined): Date {
  if (text === undefined || !isPayloadDate(text))
    throw new UsageError(`--${option} must be a day, written YYYY-MM-DD.`);
  return new Date(`${text}T00:00:00Z`);
}

function isAppCode(text: string): text is AppCode {
  return APP_CODES.some((code) => code === text);
}

/** The applications of repeated `code:feature=quantity@generation`. */
function applicationsOf(options: readonly string[]): { app_code: AppCode; features: LicensedFeature[] }[] {
  const applications = new Map<AppCode, LicensedFeature[]>();
  for (const option of options) {
    const [, code = '', name = '', quantity = '', generation = 'v1'] =
      /^(\w+):([\w.-]+)=(-1|\d{1,15})(?:@(v1|v2))?$/.exec(option) ?? [];
    if (!name || (generation !== 'v1' && generation !== 'v2'))
      throw new UsageError(`--app ${option} must be written code:feature=quantity@v1 or @v2.`);
    if (!isAppCode(code))
      throw new UsageError(`--app ${option} names no application: choose from ${APP_CODES.join(', ')}.`);
    const features = applications.get(code) ?? [];
    if (features.some((one) => one.name === name && one.generation === generation))
      throw new UsageError(`--app ${option} names a feature twice.`);
    applications.set(code, [...features, { name, generation, quantity: Number(quantity) }]);
  }
  return [...applications].map(([app_code, features]) => ({ app_code, features }));
}

/**
 * What `npm run license:issue` prints for its arguments: a license text, or the public half of a new issuer. Writes the
 * private key of `--new-key` (mode 0600, never over a file). Throws an Error whose message is for the person.
 */
export async function issueByArguments(args: readonly string[], now: Date): Promise<string> {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    args: [...args],
    options: {
      key: text,
      holder: text,
      edition: text,
      until: text,
      from: text,
      issuer: text,
      app: { type: 'string', multiple: true },
      'new-key': text,
      help: { type: 'boolean' },
    },
  });
  if (values.help) return USAGE;
  if (values['new-key'] !== undefined) {
    const { privateJwk, publicSet } = await newIssuer();
    writeFileSync(values['new-key'], `${JSON.stringify(privateJwk, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
    return JSON.stringify(publicSet, null, 2);
  }
  const { key: file, holder, edition } = values;
  if (!file || !holder?.trim() || !edition?.trim())
    throw new UsageError('--key, --holder, --edition and --until are needed.');
  const from = dayOf('from', values.from ?? payloadDate(now));
  const last = dayOf('until', values.until);
  if (last < from) throw new UsageError('--until must not lie before --from.');
  const key = await issuerKey(readFileSync(file, 'utf8'));
  const applications = values.app ? applicationsOf(values.app) : everyFeature(-1);
  // The last day counts whole.
  const until = new Date(last.getTime() + 86_400_000);
  return issueLicense(key, { iss: values.issuer ?? key.kid, holder, edition, applications, from, until }, now);
}
