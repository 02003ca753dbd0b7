/** `npm run bench`: fills a database, starts the product on it, measures both, and writes down what came out. */
import { rmSync, writeFileSync } from 'node:fs';
import { payloadDate } from '@signet/contract/dates';
import { systemClock } from '../server/src/clock.ts';
import { ConfigError } from '../server/src/config.ts';
import { EmbeddedError } from '../server/src/db/embedded/error.ts';
import { openStorage } from '../server/src/db/storage.ts';
import { ensureBuilt } from '../tools/build.mjs';
import { timeAuditList } from './audit-list.ts';
import { timeVerifier } from './audit-log.ts';
import { casesOf } from './cases/all.ts';
import { titleOf, type Case, type World } from './cases/case.ts';
import { measureConsole } from './console/measure.ts';
import { sourcesOf } from './console/sources.ts';
import { atRest, authoritiesMade, fill, logOptions, placeOf, reach } from './database.ts';
import { timeUses } from './licenses.ts';
import { openAsker, type Asker } from './load/ask-elsewhere.ts';
import { machine, versions } from './machine.ts';
import { short } from './markdown.ts';
import type { Memory } from './memory.ts';
import { paceOf, readOptions, Refusal, USAGE, type Options } from './options.ts';
import { startProduct, type Closable, type Product } from './product.ts';
import type { Figures } from './percentiles.ts';
import { report } from './report.ts';
import type { Result, RouteResult, Run } from './results.ts';
import { prepareLogto } from './peer/logto.ts';
import { PEER_CASES } from './peer/questions.ts';
import { planOf } from './seed/plan.ts';
import { openViewers, peopleWhoMaySignIn, signIn } from './viewers.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const open: Closable[] = [];
let closing: Promise<void> | null = null;
/** Ends what was started, the last first; once, whoever asks. */
function closeAll(): Promise<void> {
  closing ??= (async () => {
    for (const one of open.toReversed()) await one.close().catch((error: Error) => say(error.message));
  })();
  return closing;
}

/** Asks one case of both sides, and of Logto where it runs beside. What goes wrong on ours becomes the result. */
async function measure(
  one: Case,
  asker: Asker,
  product: Product,
  world: () => Promise<World>,
  seconds: number,
): Promise<Result> {
  const { area, name, viewer } = one;
  const title = titleOf(one);
  try {
    await asker.order({ do: 'agree', title, world: await world() });
    const api = await asker.order({ do: 'measure', title, side: 'api', seconds, world: await world() });
    const floor = await asker.order({ do: 'measure', title, side: 'floor', seconds, world: await world() });
    if (!api || !floor) throw new Error('nothing was measured');
    const [apiText, floorText] = [api, floor].map(
      (side) => `${short(side.p50)} ms, ${short(side.perSecond)} per second`,
    );
    say(`  ${title}: ${apiText}; floor ${floorText}`);
    const peer = await measurePeer(title, asker, world, seconds);
    return { area, name, viewer, api, floor, ...(peer ? { peer } : {}) };
  } catch (error) {
    const complaint = product.complaint();
    const logged = complaint === null ? '' : `; the last error of the product's log: ${complaint}`;
    const problem = `${(error as Error).message}${logged}`;
    say(`  ${title} failed: ${problem}`);
    return { area, name, viewer, problem };
  }
}

/** Asks Logto the same where it runs beside; null where it does not, or can't answer. */
async function measurePeer(
  title: string,
  asker: Asker,
  world: () => Promise<World>,
  seconds: number,
): Promise<Figures | null> {
  if (!PEER_CASES.some((other) => other.title === title)) return null;
  try {
    const now = await world();
    if (!now.logto) return null;
    const peer = await asker.order({ do: 'measure', title, side: 'peer', seconds, world: now });
    if (peer) say(`    Logto ${short(peer.p50)} ms, ${short(peer.perSecond)} per second`);
    return peer;
  } catch (error) {
    say(`    Logto could not be asked: ${(error as Error).message}`);
    return null;
  }
}

async function measureAll(
  cases: readonly Case[],
  product: Product,
  world: () => Promise<World>,
  seconds: number,
): Promise<{ results: Result[]; most: { loaded: Memory; during: string } }> {
  const asker = openAsker();
  open.push(asker);
  const results: Result[] = [];
  let most = { loaded: await product.memory(), during: 'nothing' };
  for (const one of cases) {
    if (closing) break;
    results.push(await measure(one, asker, product, world, seconds));
    const now = await product.memory();
    if (now.resident > most.loaded.resident) most = { loaded: now, during: titleOf(one) };
  }
  return { results, most };
}

async function visitConsole(product: Product, visits: number): Promise<RouteResult[]> {
  const sources = await sourcesOf();
  say('Visiting the console');
  return measureConsole(product.url, { sources, signIn: () => signIn(product.url, 'system'), visits, open, say });
}

async function main(options: Options): Promise<void> {
  await ensureBuilt();
  const place = placeOf(process.env['DATABASE_URL'] ?? '');
  open.push({ close: async () => rmSync(place.dataDir, { recursive: true, force: true }) });
  say(`Filling ${place.embedded ? 'the embedded database in a temporary folder' : 'the database of DATABASE_URL'}`);
  // Before the database is filled, which takes a while.
  const wanted = planOf(options, payloadDate(systemClock.now()));
  const logto = options.logto ? await prepareLogto(options.logto, wanted.organizations) : null;
  const storage = await openStorage(place.config, { log: (line) => say(`  ${line}`) });
  open.push({ close: storage.release });
  const { plan, sequenced } = await fill(place, storage.connection, wanted, say);
  // The product starts its own.
  await storage.release();

  say('Starting Signet');
  const product = await startProduct(place, open);
  const connection = await reach(place);
  await authoritiesMade(connection);
  const rest = await atRest(connection);
  say(rest === null ? 'The product is still at work after its start' : `At rest ${rest.toFixed(0)} s after its start`);
  const idle = await product.memory();
  const [tokens, signIns] = [openViewers(product.url), await peopleWhoMaySignIn(connection, plan)];
  const world = async (): Promise<World> => {
    const viewers = await tokens();
    return { url: product.url, connection, plan, tokens: viewers, signIns, logto: logto ? await logto() : null };
  };
  const only = options.only?.toLowerCase() ?? '';
  const cases = casesOf(plan).filter((one) => titleOf(one).toLowerCase().includes(only));
  const pace = paceOf(options);
  const rehearsal = pace.rehearsal ? ': a rehearsal, since so small a platform says nothing about speed' : '';
  say(`Measuring ${cases.length} cases, ${pace.seconds} s each side${rehearsal}`);
  const { results, most } = await measureAll(cases, product, world, pace.seconds);
  say('Filtering the audit log');
  const auditList = await timeAuditList(product.url, plan, tokens);
  for (const { viewer, newest, p50, p95, slowest } of auditList)
    say(
      `  ${viewer}: newest page ${short(newest)} ms; p50 ${short(p50)}, p95 ${short(p95)}, most ${short(slowest)} ms`,
    );
  say('Verifying the audit log');
  const verified = await timeVerifier(connection, logOptions(place));
  say('Using licenses');
  const licenses = await timeUses(connection, plan);
  const routes = options.console ? await visitConsole(product, pace.visits) : [];
  if (closing) return;
  const run: Run = {
    date: plan.today,
    machine: machine(),
    versions: await versions(connection, place.embedded),
    size: plan,
    seconds: pace.seconds,
    visits: pace.visits,
    rehearsal: pace.rehearsal,
    remark: options.remark,
    command: [
      `npm run bench -- --accounts ${plan.accounts} --users ${plan.users} --audit ${plan.audit}`,
      ...(options.seconds === 10 ? [] : [`--seconds ${options.seconds}`]),
      ...(options.logto ? [`--logto ${options.logto.url}`] : []),
    ].join(' '),
    results,
    routes,
    log: { ...sequenced, ...verified },
    auditList,
    licenses,
    startedIn: product.startedIn,
    memory: { idle, ...most },
  };
  writeFileSync(options.out, report(run));
  say(`Written to ${options.out}`);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => void closeAll().finally(() => process.exit(130)));
try {
  const options = readOptions(process.argv.slice(2));
  if (options) await main(options);
  else say(USAGE);
} catch (error) {
  const { message, stack } = error as Error;
  const isSentence = [Refusal, ConfigError, EmbeddedError].some((kind) => error instanceof kind);
  // What breaks because everything is being closed is no news.
  if (!closing) process.stderr.write(`${isSentence ? message : stack}\n`);
  process.exitCode = 1;
} finally {
  await closeAll();
}
