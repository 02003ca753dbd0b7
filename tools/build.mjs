/** What is made of sources: the console, the server in one file, the assistant's package. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { runNode, seconds } from './child.mjs';

/** Where a digest of the sources is kept of which each was made. */
const STAMPS = 'node_modules/.signet';

/**
 * Builds console/dist unless its sources are those of the last build. Answers `{ code, output }`; output is empty if
 * skipped.
 */
async function buildConsole() {
  return unlessMade('console', 'console/dist/index.html', ['console', 'contract'], async () => {
    const began = performance.now();
    process.stdout.write('Building the console\n');
    const result = await runNode('node_modules/vite/bin/vite.js', ['build', 'console', '--logLevel', 'warn'], {
      // Whatever the shell says: a development build would be slow, and would hold the person switch.
      env: { ...process.env, NODE_ENV: 'production' },
      still: 'Still building the console',
    });
    return result.code === 0 ? { code: 0, output: `Built in ${seconds(began)}.\n` } : result;
  });
}

/** Makes server/dist, what `npm start` runs (docs/decisions/088), in the same way. */
export async function buildServer() {
  const sources = ['server', 'contract', 'pkcs11', 'tools/bundle-server.mjs'];
  // In a process of its own: what bundles would stay in the memory of the server.
  return unlessMade('server', 'server/dist/main.mjs', sources, () => runNode('tools/bundle-server.mjs', []));
}

/** Console and server; answers as each of them, of the first that can't be built. */
export async function buildProduct() {
  const results = await Promise.all([buildServer(), buildConsole()]);
  return results.find(({ code }) => code !== 0) ?? { code: 0, output: results.map(({ output }) => output).join('') };
}

/** Builds for a program that can't go on without. Throws what the build said. */
export async function ensureBuilt(build = buildProduct) {
  const { code, output } = await build();
  if (code !== 0) throw new Error(`The sources could not be built.\n${output}`);
}

/**
 * Makes the assistant's package for npm, which the console gives to people, in the same way; what
 * `npm run assistant:package` has made of the same sources stays.
 */
export async function buildAssistant() {
  return unlessMade('assistant', 'assistant/dist/catalogue.json', ['assistant', 'contract', 'pkcs11'], () =>
    runNode('assistant/packaging/package-command.ts', ['--npm']),
  );
}

/** Makes what `result` shows to be there, unless it was made of these sources as they are. */
async function unlessMade(name, result, sources, make) {
  const stamp = path.join(STAMPS, name);
  const now = digest(sources);
  if (existsSync(result) && existsSync(stamp) && readFileSync(stamp, 'utf8') === now) return { code: 0, output: '' };
  const made = await make();
  if (made.code !== 0) return made;
  mkdirSync(STAMPS, { recursive: true });
  writeFileSync(stamp, now);
  return made;
}

/** A digest of everything that a build reads: sources, and the versions of the packages. */
function digest(sources) {
  const hash = createHash('sha256');
  for (const file of ['package.json', 'package-lock.json', ...sources.flatMap(filesOf)])
    hash.update(`${file}\0`).update(createHash('sha256').update(readFileSync(file)).digest());
  return hash.digest('hex');
}

/** The file itself, or what a build may read in a folder. */
function filesOf(place) {
  if (path.extname(place) !== '') return [place];
  return readdirSync(place, { withFileTypes: true })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const file = path.posix.join(place, entry.name);
      if (entry.isDirectory()) return ['dist', 'node_modules'].includes(entry.name) ? [] : filesOf(file);
      return /\.test\.tsx?$/.test(entry.name) ? [] : [file];
    });
}
