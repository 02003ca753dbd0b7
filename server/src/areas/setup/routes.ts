import type { areas } from '@signet/contract';
import { ACCESS, allows } from '@signet/contract/access';
import { payloadDate } from '@signet/contract/dates';
import { DEFAULT_LOCALE } from '@signet/contract/locales';
import { notFound, Problem } from '@signet/contract/problem';
import type { AppCode } from '@signet/contract/viewer';
import { askForAuthorities } from '../../authority/set-up-store.ts';
import type { HandlersOf } from '../../http/handler.ts';
import { textSetting } from '../../platform-settings/setting-store.ts';
import { lastDay, type License } from '../../license/license.ts';
import { currentLicense, installLicense, type CurrentLicense } from '../../license/license-store.ts';
import { requireLicenseText } from '../../license/require-license.ts';
import { installPools, lockLicense } from '../../license-ledger/install-store.ts';
import { enqueueCount } from '../../license-ledger/uncounted-store.ts';
import { hashChosen } from '../../sign-in/passwords/guessable.ts';
import { closeSetup, requireSetupCode } from './code-store.ts';
import { createFirstAdministrator, hasAdministrator, hasDeviceTrust, lockSetup, systemAccount } from './store.ts';

/** The application whose part of the license GET /license/dta tells. */
const DEVICE_TRUST: AppCode = 'device_trust_manager';

/**
 * Where the console goes next: the step of the setup that is missing, the sign-in, or the page for a license that has
 * ended or counts no longer.
 */
function nextPage(current: CurrentLicense | null, complete: boolean, expiredUrl: string): string {
  // Until there is an administrator any license may still be replaced; afterwards only one who has signed in may do it.
  if (!complete) return current?.status === 'valid' ? '/account/setup-user' : '/account/setup-license';
  return current?.status === 'valid' ? '/account/login' : expiredUrl;
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
      redirect_url: nextPage(current, complete, await textSetting({ db, config }, 'license_expired_address')),
      evaluation: current?.license.evaluation ?? false,
      setup_complete: complete,
    };
  },

  async setupLicense({ db, headers, body, now, runtime, audit }) {
    await lockSetup(db);
    if (await hasAdministrator(db)) throw new Problem('SETUP_DONE');
    await requireSetupCode(db, runtime.seal, headers['x-setup-code']);
    const license = await requireLicenseText(body.body, runtime.config, now);
    const id = await installLicense(db, body.body, null, now);
    await installPools(db, license.applications, null, now);
    audit({ resource_id: id, resource_name: licenseName(license), after: auditSnapshot(license) });
  },

  async setupUser({ db, headers, body, now, runtime, audit }) {
    await lockSetup(db);
    if (await hasAdministrator(db)) throw new Problem('SETUP_DONE');
    await requireSetupCode(db, runtime.seal, headers['x-setup-code']);
    if ((await currentLicense(db, runtime.config, now))?.status !== 'valid') throw new Problem('LICENSE_REQUIRED');
    const { first_name, last_name, email, user_name, password, locale = DEFAULT_LOCALE } = body;
    const account = await systemAccount(db, now);
    const name = `${first_name} ${last_name}`;
    const passwordHash = await hashChosen(runtime.passwords, password, { name, user_name, email });
    const person = { first_name, last_name, email, user_name, locale, passwordHash };
    const { id, roles } = await createFirstAdministrator(db, person, account.id, now);
    await askForAuthorities(db);
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
      after: {
        first_name,
        last_name,
        email,
        user_name,
        locale,
        access_scope: 'system',
        primary_account_id: account.id,
        account_ids: [account.id],
        roles,
      },
    });
  },

  async updateLicense({ db, viewer, body, now, runtime, audit }) {
    const license = await requireLicenseText(body.body, runtime.config, now);
    await lockLicense(db);
    const before = await currentLicense(db, runtime.config, now);
    const id = await installLicense(db, body.body, viewer.userId, now);
    await installPools(db, license.applications, { id: viewer.userId, name: viewer.name }, now);
    // What a feature counts that this license is the first to name.
    await enqueueCount(db);
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

  async licenseDta({ viewer, db, now, runtime }) {
    const [current, primary_account_dta_enabled] = await Promise.all([
      currentLicense(db, runtime.config, now),
      hasDeviceTrust(db, viewer.primaryAccountId),
    ]);
    const part = current?.license.applications.find(({ app_code: code }) => code === DEVICE_TRUST);
    return {
      licensed: current?.status === 'valid' && part !== undefined,
      primary_account_dta_enabled,
      features: allows(ACCESS.license.view, viewer) ? (part?.features ?? []) : null,
    };
  },
};
