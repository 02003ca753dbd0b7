/** What the licenses of an account, or of the platform, say of each application. */
import { FORECAST_DAYS, licenseForecast } from '@signet/contract/areas/license-forecast';
import { seesLicense, whyNotEditLicense, whyNotShow } from '@signet/contract/areas/license-rules';
import type { AccountLicense, LicenseApplication, LicenseFeature, LicenseUsage } from '@signet/contract/areas/licenses';
import { dayIn, DEFAULT_TIME_ZONE, endOfDay } from '@signet/contract/dates';
import { inShownOrder, LICENSE_GENERATIONS, type LicenseGeneration } from '@signet/contract/licensed-features';
import { DEFAULT_LOCALE } from '@signet/contract/locales';
import { notFound, Problem } from '@signet/contract/problem';
import { APP_CODES, type AppCode, type Viewer } from '@signet/contract/viewer';
import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import { poolAboveOf } from '../../license-ledger/above.ts';
import { leftOf, limitOf, usedOf, type Pool } from '../../license-ledger/book.ts';
import { comesBack, remainingOf } from '../../license-ledger/figures.ts';
import { readPools, shownGeneration, usesOf } from '../../license-ledger/pool-store.ts';
import { knownSince } from '../../sight.ts';
import { text } from '../../texts.ts';
import { readHolder, readPlatform, type LicenseHolder, type LicenseOf } from './account-store.ts';
import { courseOfPools, everUsedBy, pastOfPools, pastUseAbove, type Course, type Past } from './past-store.ts';

/** Which day's figures are answered too, and where days begin. */
export type AsOf = { as_of?: string | undefined; time_zone?: string | undefined };

const DAY_MS = 86_400_000;

/** The license of an account for one application, which the viewer sees or edits. Throws 404. */
export async function licenseUsage(
  viewer: Viewer,
  db: Db,
  { id, app }: LicenseOf,
  asOf: AsOf,
  now: Date,
): Promise<LicenseUsage> {
  const holder = await readHolder(viewer, db, id);
  return usageOf(await applicationsOf(viewer, db, holder, [app], asOf, now), holder);
}

/** Every license of an account that the viewer may see. Throws 404. */
export async function licenseOfAccount(
  viewer: Viewer,
  db: Db,
  id: string,
  asOf: AsOf,
  now: Date,
): Promise<AccountLicense> {
  const holder = await readHolder(viewer, db, id);
  const apps = APP_CODES.filter((app) => seesLicense(viewer, app));
  const applications = await applicationsOf(viewer, db, holder, apps, asOf, now);
  return { version: holder.license_version, applications: applications.filter(({ features }) => features.length > 0) };
}

/** What the platform has of one application. Throws 403, and 404 where it is not set up. */
export async function platformUsage(
  viewer: Viewer,
  db: Db,
  app: AppCode,
  asOf: AsOf,
  now: Date,
): Promise<LicenseUsage> {
  if (!seesLicense(viewer, app)) throw new Problem('FORBIDDEN');
  const holder = await readPlatform(db);
  if (!holder) throw notFound();
  return usageOf(await applicationsOf(viewer, db, holder, [app], asOf, now), holder);
}

function usageOf(applications: LicenseApplication[], { license_version }: LicenseHolder): LicenseUsage {
  const [application] = applications;
  if (!application) throw new Error('The license of one application was asked for.');
  return { ...application, version: license_version, applications };
}

/** What was read of a holder's licenses, to answer them from. */
type Found = {
  holder: LicenseHolder;
  pools: Pool[];
  /** What an account uses of pools above, by their ids. */
  elsewhere: Map<string, number>;
  past: Map<string, Past> | null;
  pastElsewhere: Map<string, number>;
  /** From when on a partner may know of the account, where it has not always been its customer. */
  since: Date | null;
  /** At the beginning of the weeks that the pace is taken from, or since then. */
  before: Map<string, Past>;
  beforeElsewhere: Map<string, number>;
  course: Map<string, Course>;
  now: Date;
  dayOf: (instant: Date) => string;
};

async function applicationsOf(
  viewer: Viewer,
  db: Db,
  holder: LicenseHolder,
  apps: readonly AppCode[],
  { as_of, time_zone = DEFAULT_TIME_ZONE }: AsOf,
  now: Date,
): Promise<LicenseApplication[]> {
  const accounts = [holder.id, holder.partner_account_id].filter((id) => id !== null);
  // What it used of a former partner's pools counts for the days before.
  const bearing = holder.system_account
    ? sql`p.account_id is null`
    : sql`p.account_id is null or p.account_id = any(${accounts}::uuid[]) or p.id = any(${everUsedBy(holder.id)})`;
  const pools = await readPools(db, sql<boolean>`p.app_code = any(${apps}) and p.kind <> 'issuer' and (${bearing})`);
  const own = pools.filter((pool) => isOwn(holder, pool)).map(({ id }) => id);
  const others = holder.system_account ? [] : pools.filter((pool) => !isOwn(holder, pool)).map(({ id }) => id);
  const since = await sinceWhen(viewer, db, holder);
  const weeksAgo = new Date(now.getTime() - FORECAST_DAYS.pace * DAY_MS);
  const begin = since && since > weeksAgo ? since : weeksAgo;
  const until = as_of === undefined ? null : await knownEnd(viewer, db, holder, endOfDay(as_of, time_zone));
  const above = (at: Date) => pastUseAbove(db, holder.id, others, at);
  const [uses, past, pastElsewhere, before, beforeElsewhere, course, generations] = await Promise.all([
    usesOf(db, holder.id, others),
    until && pastOfPools(db, own, until),
    until ? above(until) : new Map<string, number>(),
    pastOfPools(db, own, begin),
    above(begin),
    courseOfPools(db, own, begin),
    generationsOf(db, holder, apps),
  ]);
  const elsewhere = new Map<string, number>();
  for (const { pool_id, quantity } of uses) elsewhere.set(pool_id, (elsewhere.get(pool_id) ?? 0) + quantity);
  const dayOf = dayIn(time_zone);
  const balances = { elsewhere, past, pastElsewhere, before, beforeElsewhere };
  const found = { holder, pools, since, ...balances, course, now, dayOf };
  return apps.map((app) => applicationOf(viewer, found, app, generations.get(app) ?? NO_GENERATION));
}

/** The moment from which on the viewer may know of a holder's license; null where they may know all of it. */
async function sinceWhen(viewer: Viewer, db: Db, { id }: LicenseHolder): Promise<Date | null> {
  if (viewer.scope !== 'partner') return null;
  const { rows } = await sql<{ since: Date | null }>`
    select nullif(${knownSince(viewer, id)}, '-infinity') as since`.execute(db);
  return rows[0]?.since ?? null;
}

/** The end of a day; null where a partner is not to know how things stood then. */
async function knownEnd(viewer: Viewer, db: Db, { id }: LicenseHolder, end: Date): Promise<Date | null> {
  const { rows } = await sql<{ known: boolean }>`select ${end} > ${knownSince(viewer, id)} as known`.execute(db);
  return rows[0]?.known ? end : null;
}

/** The pool that a row speaks of: of an account its own, of the platform the platform's. */
const isOwn = ({ system_account, id }: LicenseHolder, { account_id }: Pool): boolean =>
  system_account ? account_id === null : account_id === id;

/** The generation that an account shows, and the one that its partner's account does. */
type Generations = { shown: LicenseGeneration; ofPartner: LicenseGeneration };
const NO_GENERATION: Generations = { shown: 'v2', ofPartner: 'v2' };

async function generationsOf(db: Db, { id, partner_account_id }: LicenseHolder, apps: readonly AppCode[]) {
  const shownBy = (account: string | null) => shownGeneration(sql`${account}::uuid`, sql`of.app`);
  const { rows } = await sql<{ app: AppCode } & Generations>`
    select of.app, ${shownBy(id)} as shown, ${shownBy(partner_account_id)} as "ofPartner"
    from unnest(${apps}::text[]) of(app)`.execute(db);
  return new Map(rows.map(({ app, ...generations }) => [app, generations]));
}

function applicationOf(viewer: Viewer, found: Found, app: AppCode, generations: Generations): LicenseApplication {
  const { holder, pools } = found;
  const licensed = pools.filter(({ kind, app_code, licensed: isNamed }) => {
    return kind === 'platform' && app_code === app && isNamed;
  });
  const has = (generation: LicenseGeneration) => licensed.some((pool) => pool.generation === generation);
  const edit = whyNotEditLicense(viewer, holder, app);
  // Whoever only reads it may look at both.
  const mayChoose = (generation: LicenseGeneration) => edit !== null || !whyNotShow(viewer, generations, generation);
  return {
    name: text(DEFAULT_LOCALE, `product.${app}`),
    app_code: app,
    license_feature_version: generations.shown,
    show_v2_feature_toggle: LICENSE_GENERATIONS.every((one) => has(one) && mayChoose(one)),
    features: licensed.toSorted(inShownOrder).map((platform) => featureOf(viewer, found, platform)),
    why_not: { edit },
  };
}

function featureOf(viewer: Viewer, found: Found, platform: Pool): LicenseFeature {
  const { holder, pools, past } = found;
  const { feature, generation } = platform;
  const same = pools.filter((pool) => {
    return pool.app_code === platform.app_code && pool.feature === feature && pool.generation === generation;
  });
  const own = same.find((pool) => isOwn(holder, pool));
  const others = same.filter((pool) => pool !== own).map(({ id }) => id);
  const sum = (uses: Map<string, number>) => others.reduce((total, id) => total + (uses.get(id) ?? 0), 0);
  const elsewhere = holder.system_account ? 0 : sum(found.elsewhere);
  const [limit, used] = [own ? limitOf(own) : 0, (own ? usedOf(own) : 0) + elsewhere];
  const at = (then: Map<string, Past>, uses: Map<string, number>) => {
    const { limit: limitThen, used: usedThen } = (own && then.get(own.id)) ?? { limit: 0, used: 0 };
    const usedInAll = usedThen + sum(uses);
    return { limit: limitThen, used: usedInAll, remaining: remainingOf(limitThen, usedInAll) };
  };
  const partner = same.find(({ account_id }) => account_id !== null && account_id === holder.partner_account_id);
  const owner = holder.partner_account_id === null ? platform : partner;
  const mayKnow = !holder.system_account && seesOwner(viewer, holder);
  return {
    name: feature,
    generation,
    attributes: {
      limit,
      used,
      remaining: remainingOf(limit, used),
      handed_on: own?.handed_on ?? 0,
      used_above: elsewhere,
      draws_on: holder.system_account || own?.given ? null : drawnOn(viewer, holder, partner, platform),
      available: mayKnow ? (owner ? leftOf(owner) : 0) : null,
      comes_back: mayKnow ? comesBack(owner, own, found.elsewhere.get(owner?.id ?? '') ?? 0) : null,
      available_of: mayKnow ? holder.partner_account_name : null,
      as_of: past && at(past, found.pastElsewhere),
      forecast: forecastOf(found, own, { limit, used }, at(found.before, found.beforeElsewhere).used),
    },
  };
}

/** What an account uses that was never given any: what its partner was given, or else the platform's. */
function drawnOn(viewer: Viewer, { partner_account_name }: LicenseHolder, partner: Pool | undefined, platform: Pool) {
  const pool = partner?.given ? partner : platform;
  const above = poolAboveOf(viewer, pool.account_id, partner_account_name);
  return { ...above, left: above.of === 'withheld' ? null : leftOf(pool) };
}

/** Who sees what is left in the pool above: system scope, and the partner whose pool it is. */
const seesOwner = ({ scope, primaryAccountId }: Viewer, { partner_account_id }: LicenseHolder): boolean =>
  scope === 'system' || (scope === 'partner' && partner_account_id !== null && partner_account_id === primaryAccountId);

function forecastOf(
  { course, since, now, dayOf }: Found,
  own: Pool | undefined,
  { limit, used }: { limit: number; used: number },
  usedBefore: number,
) {
  const { first, restarted, lastTaken } = (own && course.get(own.id)) ?? { first: null, restarted: 0, lastTaken: null };
  const begun = first && since && since > first ? since : first;
  const days = begun ? Math.min((now.getTime() - begun.getTime()) / DAY_MS, FORECAST_DAYS.pace) : 0;
  const gained = used - usedBefore + restarted;
  const known = lastTaken && !(since && lastTaken < since) ? dayOf(lastTaken) : null;
  return licenseForecast({ limit, used, gained, days, lastTaken: known }, dayOf(now));
}
