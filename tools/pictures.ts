/**
 * `npm run pictures [-- --only <name>,…]`: every page of the console's map on the demo platform, into pictures/ with
 * index.html as contact sheet. Builds the console first, starts its own servers at a pinned time, and ends them.
 * `-- --documents`: instead those that the README and docs/journeys.md show, in their place.
 * Exits 1 when a page has no visit, or when a page throws or is wider than its window.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { chromium, type Browser } from '@playwright/test';
import { runnerImport } from 'vite';
import { BROWSER_ARGUMENTS, ensureChromium, ensureFonts } from './chromium.mjs';
import { ensureBuilt } from './build.mjs';
import { photograph, photographForDocument, viewsOf } from './pictures/camera.ts';
import { contactSheet } from './pictures/contact-sheet.ts';
import { documentedVisits } from './pictures/documented.ts';
import { openPlatform, PINNED, type Closable, type Platform } from './pictures/platforms.ts';
import { chosen, fileOf, sheetOf } from './pictures/screens.ts';
import { staleVisits, unvisitedPages, VISITS } from '../e2e/visits.ts';
import type { Stage, Visit } from '../e2e/visits/visit.ts';

const FOLDER = 'pictures';
const say = (line: string): void => void process.stdout.write(`${line}\n`);

const open: Closable[] = [];
let closing: Promise<void> | null = null;
/** Ends what was started, the last first; once, whoever asks. */
function closeAll(): Promise<void> {
  closing ??= (async () => {
    for (const one of open.toReversed()) await one.close();
  })();
  return closing;
}

/** Throws when the map and the visits don't fit together. */
async function checkMap(): Promise<void> {
  const { module } = await runnerImport<{ routes: Parameters<typeof unvisitedPages>[0] }>(
    path.resolve('console/src/routes.tsx'),
    { configFile: false, logLevel: 'error' },
  );
  const missing = unvisitedPages(module.routes);
  if (missing.length > 0) throw new Error(`e2e/visits/ says of no visit to ${missing.join(', ')}.`);
  const stray = staleVisits(module.routes);
  if (stray.length > 0) throw new Error(`These visits of e2e/visits/ lead to no page of the map: ${stray.join(', ')}.`);
}

type Take = (platform: Platform, visit: Visit) => Promise<string[]>;

/** Visits of one stage; each failure becomes a line, so that one broken page does not hide the others. */
async function takeAll(platform: Platform, visits: readonly Visit[], take: Take): Promise<string[]> {
  const faults: string[] = [];
  for (const visit of visits) {
    if (closing) break;
    try {
      faults.push(...(await take(platform, visit)));
    } catch (error) {
      faults.push(`${visit.name}: ${(error as Error).message.split('\n')[0]}`);
    }
  }
  return faults;
}

/** Builds what is looked at, and opens the browser that looks. */
async function ready(): Promise<Browser> {
  const found = await ensureChromium();
  if (found.path === undefined) throw new Error(found.problem);
  const { problem } = await ensureFonts();
  if (problem) say(problem);
  await ensureBuilt();
  await checkMap();
  const browser = await chromium.launch({
    executablePath: found.path,
    args: BROWSER_ARGUMENTS,
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
  open.push(browser);
  return browser;
}

async function takeDocuments(): Promise<string[]> {
  const documents = documentedVisits();
  const browser = await ready();
  const demo = await openPlatform(true, open);
  const faults: string[] = [];
  for (const { file, visit } of documents) {
    say(file);
    mkdirSync(path.dirname(file), { recursive: true });
    const take: Take = (platform) => photographForDocument(browser, platform, visit, file);
    faults.push(...(await takeAll(demo, [visit], take)));
  }
  return faults;
}

async function takeScreens(visits: readonly Visit[]): Promise<string[]> {
  const browser = await ready();
  if (visits === VISITS) rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  let taken = 0;
  const take: Take = (platform, visit) => {
    say(`${String(++taken).padStart(3)} of ${visits.length}  ${visit.name}`);
    return photograph(browser, platform, visit, (view) => path.join(FOLDER, fileOf(visit, view)));
  };
  const of = (stage: Stage): Visit[] => visits.filter((visit) => (visit.stage ?? 'demo') === stage);
  const faults: string[] = [];
  if (of('demo').length > 0) {
    say('Starting the demo platform');
    const demo = await openPlatform(true, open);
    faults.push(...(await takeAll(demo, of('demo'), take)));
  }
  if (of('empty').length + of('licensed').length > 0) {
    say('Starting an empty platform');
    const empty = await openPlatform(false, open);
    faults.push(...(await takeAll(empty, of('empty'), take)));
    if (of('licensed').length > 0)
      await empty.call(
        null,
        'POST',
        '/account/ui-api/v1/setup/license',
        { body: empty.license() },
        { 'x-setup-code': empty.setupCode() },
      );
    faults.push(...(await takeAll(empty, of('licensed'), take)));
  }
  if (closing) return faults;
  writeFileSync(path.join(FOLDER, 'index.html'), contactSheet(VISITS.map(sheetOf), PINNED));
  say(`${visits.flatMap(viewsOf).length} pictures in ${path.resolve(FOLDER)}; open index.html there.`);
  return faults;
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => void closeAll().finally(() => process.exit(130)));
try {
  const args = process.argv.slice(2);
  const faults = await (args.join(' ') === '--documents' ? takeDocuments() : takeScreens(chosen(args)));
  for (const fault of faults) process.stderr.write(`${fault}\n`);
  if (faults.length > 0) process.exitCode = 1;
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
} finally {
  await closeAll();
}
