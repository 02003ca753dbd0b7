import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { run } from './child.mjs';

const STAMP = 'node_modules/.signet/packages';
const INSTALLED = 'node_modules/.package-lock.json';

/**
 * Installs the packages of the lockfile, unless they are there; says so while it lasts. Ends the process if npm fails.
 */
export async function ensurePackages() {
  const digest = createHash('sha256').update(readFileSync('package-lock.json')).digest('hex');
  const expected = `${digest} ${process.platform}-${process.arch}`;
  if (existsSync(INSTALLED) && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === expected) return;
  if (!isInstalled()) await install();
  mkdirSync(path.dirname(STAMP), { recursive: true });
  writeFileSync(STAMP, expected);
}

/** True if somebody has run npm themselves: npm's own record names every package of the lockfile in its version. */
function isInstalled() {
  if (!existsSync(INSTALLED)) return false;
  const { packages: installed } = JSON.parse(readFileSync(INSTALLED, 'utf8'));
  const { packages: expected } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  const isThere = ([name, { version, optional, link }]) => {
    if (!name.startsWith('node_modules/')) return true;
    const found = installed[name];
    return found ? link || found.version === version : optional;
  };
  return Object.entries(expected).every(isThere);
}

async function install() {
  process.stdout.write('Installing packages (once; a minute or two)\n');
  const result = await npmCi();
  if (result.code === 0) return;
  process.stderr.write(
    `${result.output.trimEnd()}\nThe packages could not be installed: npm ci ended with ${result.code}.\n`,
  );
  process.exit(1);
}

const OLDER = 'tools/older-postgresql';

/**
 * The oldest PostgreSQL that Signet works on, for the tests that lead from one major version to another. Answers
 * `{ problem }`, a sentence, where it can't be installed.
 */
export async function ensureOlderPostgresql() {
  const [wanted, installed] = [`${OLDER}/package-lock.json`, `${OLDER}/${INSTALLED}`].map(readVersions);
  if (installed.length > 0 && installed.every((one) => wanted.includes(one))) return {};
  process.stdout.write('Installing an older PostgreSQL for the tests (once; half a minute)\n');
  const { code, output } = await npmCi({ cwd: OLDER, more: ['--ignore-scripts'] });
  return code === 0 ? {} : { problem: `An older PostgreSQL could not be installed: ${output.trimEnd()}` };
}

/** The packages of a lockfile with their versions; none where it is not there. */
function readVersions(file) {
  if (!existsSync(file)) return [];
  const { packages } = JSON.parse(readFileSync(file, 'utf8'));
  return Object.entries(packages)
    .filter(([name]) => name !== '')
    .map(([name, { version }]) => `${name} ${version}`);
}

function npmCi({ cwd = '.', more = [] } = {}) {
  const [program, ...args] = npm();
  // npm removes node_modules first, and with it the Node that may be running this: it must not look there for one.
  const binFolder = path.join('node_modules', '.bin');
  const PATH = (process.env.PATH ?? '')
    .split(path.delimiter)
    .filter((folder) => !folder.endsWith(binFolder))
    .join(path.delimiter);
  return run(program, [...args, 'ci', '--no-progress', '--loglevel=error', ...more], {
    cwd,
    env: { ...process.env, PATH },
    shell: process.platform === 'win32' && args.length === 0,
    still: 'Still installing packages',
  });
}

/** The npm that started us, on the Node that it runs on, or the one on the PATH. */
function npm() {
  const { npm_execpath: script, npm_node_execpath: node } = process.env;
  return script && /npm-cli\.[cm]?js$/.test(script) && node && existsSync(node) ? [node, script] : ['npm'];
}
