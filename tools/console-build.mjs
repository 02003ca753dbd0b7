import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { runNode, seconds } from './child.mjs';

const STAMP = 'node_modules/.signet/console';
const ASSISTANT_STAMP = 'node_modules/.signet/assistant';

/**
 * Builds console/dist unless its sources are those of the last build. Answers `{ code, output }`; output is empty if
 * skipped.
 */
export async function buildConsole() {
  const sources = digest('console', 'contract');
  if (existsSync('console/dist/index.html') && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === sources)
    return { code: 0, output: '' };
  const began = performance.now();
  process.stdout.write('Building the console\n');
  const result = await runNode('node_modules/vite/bin/vite.js', ['build', 'console', '--logLevel', 'warn'], {
    // Whatever the shell says: a development build would be slow, and would hold the person switch.
    env: { ...process.env, NODE_ENV: 'production' },
    still: 'Still building the console',
  });
  if (result.code !== 0) return result;
  mkdirSync(path.dirname(STAMP), { recursive: true });
  writeFileSync(STAMP, sources);
  return { code: 0, output: `Built in ${seconds(began)}.\n` };
}

/**
 * Makes the assistant's package for npm, which the console gives to people, unless its sources are those of the last
 * one; what `npm run assistant:package` has made of the same sources stays. Answers `{ code, output }`.
 */
export async function buildAssistant() {
  const sources = digest('assistant', 'contract', 'pkcs11');
  const isMade = existsSync('assistant/dist/catalogue.json');
  if (isMade && existsSync(ASSISTANT_STAMP) && readFileSync(ASSISTANT_STAMP, 'utf8') === sources)
    return { code: 0, output: '' };
  const result = await runNode('assistant/packaging/package-command.ts', ['--npm']);
  if (result.code !== 0) return result;
  mkdirSync(path.dirname(ASSISTANT_STAMP), { recursive: true });
  writeFileSync(ASSISTANT_STAMP, sources);
  return { code: 0, output: '' };
}

/** A digest of everything that a build reads: sources, and the versions of the packages. */
function digest(...folders) {
  const hash = createHash('sha256');
  for (const file of ['package.json', 'package-lock.json', ...folders.flatMap((folder) => filesOf(folder))]) {
    hash.update(`${file}\0`).update(createHash('sha256').update(readFileSync(file)).digest());
  }
  return hash.digest('hex');
}

function filesOf(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const file = path.posix.join(folder, entry.name);
      if (entry.isDirectory()) return ['dist', 'node_modules'].includes(entry.name) ? [] : filesOf(file);
      return /\.test\.tsx?$/.test(entry.name) ? [] : [file];
    });
}
