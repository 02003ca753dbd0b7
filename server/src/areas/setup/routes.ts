import type { areas } from '@signet/contract';
import { payloadDate } from '@signet/contract/dates';
import { DEFAULT_LOCALE } from '@signet/contract/locales';
import { fieldProblem, notFound, Problem } from '@signet/contract/problem';
import type { HandlersOf } from '../../http/handler.ts';
import type { Runtime } from '../../runtime.ts';
import { trustedIssuers } from '../../license/issuers.ts';
import { lastDay, readLicense, type License } from '../../license/license.ts';
import { currentLicense, installLicense, type CurrentLicense } from '../../license/license-store.ts';
import { closeSetup, requireSetupCode } from './code-store.ts';
import { createFirstAdministrator, hasAdministrator, lockSetup, systemAccount } from './store.ts';

/**
 * Where the console goes next: the step of the setup that is missing, the sign-in, or the page for an ended license.
 */
function nextPage(current: CurrentLicense | null, complete: boolean, expiredUrl: string): string {
  // Until there is an administrator any license may still be replaced; afterwards only one who has signed in may do it.
  if (!complete) return current?.status === 'valid' ? '/account/setup-user' : '/account/setup-license';
  return current?.status === 'expired' ? expiredUrl : '/account/login';
}

/** The license in a pasted text. Throws the reason under the field `body` when it can't be installed. */
async function licenseIn(text: string, { config }: Runtime, now: Date): Promise<License> {
  const { license, refused } = await readLicense(text, trustedIssuers(config), now);
  if (refused) throw fieldProblem('body', refused);
  return license;
}

/** What the audit log keeps of a license: what it says, never its text. */
const auditSnapshot = (license: License) => ({
  holder: license.holder,
  edition: license.edition,
  issuer: license.issuer,
  evaluation: license.evaluation,
  valid_from: payloadDate(license.validFrom),
  valid_until: lastDay(license),
  applications: license.applications.map((one) => one.app_code),
});
const licenseName = ({ edition, holder }: License): string => `${edition}, ${holder}`;

export const setupRoutes: HandlersOf<typeof areas.setup> = {
  async licenseStatus({ db, now, runtime: { config } }) {
    const [current, complete] = await Promise.all([currentLicense(db, config, now), hasAdministrator(db)]);
    return {
      status: current?.status ?? 'not_found',
      redirect_url: nextPage(current, complete, config.LICENSE_EXPIRED_URL),
      evaluation: current?.license.evaluation ?? false,
      setup_complete: complete,
    };
  },

  async setupLicense({ db, headers, body, now, runtime, audit }) {
    await lockSetup(db);
    if (await hasAdministrator(db)) throw new Problem('SETUP_DONE');
    await requireSetupCode(db, runtime.seal, headers['x-setup-code']);
    const license = await licenseIn(body.body, runtime, now);
    const id = await installLicense(db, body.body, null, now);
    audit({ resource_id: id, resource_name: licenseName(license), after: auditSnapshot(license) });
  },

  async setupUser({ db, headers, body, now, runtime, audit }) {
    await lockSetup(db);
    if (await hasAdministrator(db)) throw new Problem('SETUP_DONE');
    await requireSetupCode(db, runtime.seal, headers['x-setup-code']);
    if ((await currentLicense(db, runtime.config, now))?.status !== 'valid') throw new Problem('LICENSE_REQUIRED');
    const { first_name, last_name, email, user_name, password, locale = DEFAULT_LOCALE } = body;
    const account = await systemAccount(db, now);
    const passwordHash = await runtime.passwords.hash(password);
    const person = { first_name, last_name, email, user_name, locale, passwordHash };
    const id = await createFirstAdministrator(db, person, account.id, now);
    await closeSetup(db);
    const actor = { id, name: `${first_name} ${last_name}`, scope: 'system' } as const;
    if (account.created)
      audit({
        resource_id: account.id,
        resource_name: 'Signet platform',
        account_id: account.id,
        actor,
        as: { action: 'CREATE', resource: 'ACCOUNT', result: 'success' },
      });
    audit({
      resource_id: id,
      resource_name: user_name,
      account_id: account.id,
      actor,
      after: { first_name, last_name, email, user_name, locale, access_scope: 'system' },
    });
  },

  async updateLicense({ db, viewer, body, now, runtime, audit }) {
    const before = await currentLicense(db, runtime.config, now);
    const license = await licenseIn(body.body, runtime, now);
    const id = await installLicense(db, body.body, viewer.userId, now);
    audit({
      resource_id: id,
      resource_name: licenseName(license),
      before: before && auditSnapshot(before.license),
      after: auditSnapshot(license),
    });
  },

  async licenseDetails({ db, now, runtime }) {
    const current = await currentLicense(db, runtime.config, now);
    if (!current) throw notFound();
    const { edition, holder, issuer, evaluation, validFrom, applications } = current.license;
    return {
      edition,
      holder,
      issuer,
      evaluation,
      status: current.status,
      valid_from: payloadDate(validFrom),
      valid_until: lastDay(current.license),
      applications,
    };
  },
};
