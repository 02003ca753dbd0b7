/**
 * `npm test [-- types|lint|unit|components|assistant|server|e2e …]`: everything, or the named parts, always to the end.
 * The last line is `N passed, N failed`; the exit code is 1 if anything failed.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { stripVTControlCharacters } from 'node:util';
import { settingNames } from '../server/src/config.ts';
import { runNode, seconds } from './child.mjs';
import { ensureChromium } from './chromium.mjs';
import { buildProduct } from './build.mjs';
import {
  ensureDesktop,
  ensureCards,
  ensureNss,
  ensureOpenSsl,
  ensurePythonCryptography,
  ensureSimpleSamlPhp,
  ensureSoftHsm,
  ensureTogether,
} from './debian.mjs';
import { ensureOlderPostgresql } from './packages.mjs';
import { keepTemporaryFilesInMemory } from './temporary.mjs';
import { readPlaywright, readVitest } from './test-counts.mjs';

const PARTS = ['types', 'lint', 'unit', 'components', 'assistant', 'server', 'e2e'];
/** Those that Vitest runs, in one go; its configuration has a project for each. */
const PROJECTS_OF_VITEST = ['unit', 'components', 'assistant', 'server'];
const PROJECTS = [
  'tsconfig.json',
  'contract',
  'pkcs11',
  'server',
  'assistant',
  'console',
  'console/tsconfig.node.json',
  'e2e',
];
const MINUTE = 60_000;
/** Well above what each part takes on two busy cores: one that hangs is a failure, not an endless build. */
const LIMITS = { types: 30 * MINUTE, lint: 30 * MINUTE, vitest: 120 * MINUTE, browser: 120 * MINUTE };
const SLOWEST = 10;

const selection = process.argv.slice(2);
const unknown = selection.filter((name) => !PARTS.includes(name));
if (unknown.length > 0) {
  process.stderr.write(`Unknown part "${unknown[0]}"; there are ${PARTS.join(', ')}.\n`);
  process.exit(2);
}
keepTemporaryFilesInMemory();
const isSelected = (name) => selection.length === 0 || selection.includes(name);
const reports = mkdtempSync(path.join(tmpdir(), 'signet-reports-'));
// The settings of somebody's own platform, from the environment or .env, must not reach a test: empty means unset.
const env = { ...process.env, ...Object.fromEntries(settingNames.map((name) => [name, ''])), NODE_ENV: 'test' };
const began = performance.now();
const results = [];

/** What tests need of the system, and which parts do. */
const NEEDS = [
  { title: 'Chromium', ensure: ensureChromium, parts: ['components', 'e2e'] },
  { title: 'OpenSSL', ensure: ensureOpenSsl, parts: ['assistant', 'server', 'e2e'] },
  { title: 'SoftHSM2', ensure: ensureSoftHsm, parts: ['assistant', 'server', 'e2e'] },
  { title: 'An older PostgreSQL', ensure: ensureOlderPostgresql, parts: ['server'] },
  { title: 'NSS', ensure: ensureNss, parts: ['assistant', 'e2e'] },
  { title: 'Smart cards', ensure: ensureCards, parts: ['assistant', 'e2e'] },
  { title: 'Python', ensure: ensurePythonCryptography, parts: ['assistant'] },
  { title: 'A desktop', ensure: ensureDesktop, parts: ['assistant'] },
  { title: 'SimpleSAMLphp', ensure: ensureSimpleSamlPhp, parts: ['e2e'] },
];
// Beside each other, since neither keeps two processors busy: what reads the sources, what brings Debian's packages,
// and the tests without a browser. Those with one beside them would take no less time in all, and fail more often.
const prepared = prepare();
await Promise.all([sources(), withoutBrowser()]);
if (isSelected('e2e')) await part('Browser tests', async () => playwright(await prepared));
rmSync(reports, { recursive: true });
conclude();

/** Brings what the chosen tests need. Answers what did not come: `{ title, problem, parts }`. */
async function prepare() {
  const needs = NEEDS.filter(({ parts }) => parts.some((name) => isSelected(name)));
  await ensureTogether(needs.map(({ ensure }) => ensure).filter(({ missing }) => missing));
  const lacks = [];
  for (const { title, ensure, parts } of needs) {
    const { path: place, problem } = await ensure();
    if (problem) lacks.push({ title, problem, parts });
    if (place) env.CHROMIUM_PATH = place;
  }
  return lacks;
}

async function sources() {
  const options = { quiet: true };
  if (isSelected('types')) await part('Types', types, options);
  if (isSelected('lint')) {
    await part('Format', () => program('node_modules/oxfmt/bin/oxfmt', ['--check'], 'oxfmt'), options);
    // The half that knows the types is a Go program; by one thread it takes two thirds of the processor's time.
    const oneThread = { ...env, GOMAXPROCS: '1' };
    await part('Lint', () => program('node_modules/oxlint/bin/oxlint', [], 'oxlint', oneThread), options);
  }
  if (isSelected('e2e')) await part('Build', async () => counted(await buildProduct(), 'console and server'), options);
}

async function withoutBrowser() {
  const projects = PROJECTS_OF_VITEST.filter(isSelected);
  const lacks = await prepared;
  if (projects.length > 0) await part(`Tests of ${projects.join(', ')}`, () => vitest(projects, lacks));
}

/**
 * Runs one part under its heading, a quiet one without. It answers `{ passed, failed, failures, tests }`: failures are
 * `{ title, text }`, tests `{ title, ms }`.
 */
async function part(title, work, { quiet = false } = {}) {
  if (!quiet) process.stdout.write(`\n── ${title} ${'─'.repeat(60 - title.length)}\n`);
  const start = performance.now();
  const result = await work().catch((error) => ({ passed: 0, failed: 1, failures: [{ title, text: error.stack }] }));
  results.push({ title, ...result });
  process.stdout.write(`${title}: ${result.passed} passed, ${result.failed} failed, ${seconds(start)}\n`);
}

/** A program that counts nothing itself is one test. */
function counted({ code, output }, title) {
  if (code !== 0) process.stdout.write(`${output.trimEnd()}\n`);
  return code === 0
    ? { passed: 1, failed: 0, failures: [] }
    : { passed: 0, failed: 1, failures: [{ title, text: output }] };
}

async function program(file, args, title, environment = env) {
  return counted(await runNode(file, args, { env: environment, limit: LIMITS.lint }), title);
}

async function types() {
  const outputs = [];
  const queue = [...PROJECTS];
  const worker = async () => {
    for (let project = queue.shift(); project; project = queue.shift()) {
      // Its own threads would each work out the types of the packages again: twice the processor's time in all.
      const args = ['--noEmit', '--singleThreaded', '-p', project];
      const { code, output } = await runNode('node_modules/typescript/bin/tsc', args, { env, limit: LIMITS.types });
      if (code !== 0) outputs.push(`${project}\n${output}`);
    }
  };
  await Promise.all([worker(), worker()]);
  return counted({ code: outputs.length, output: outputs.join('') }, 'tsc');
}

async function vitest(names, lacks) {
  const lack = lacks.find(({ parts }) => parts.some((name) => names.includes(name)));
  if (lack) return without(lack);
  const report = path.join(reports, 'vitest.json');
  const args = [
    'run',
    ...names.flatMap((name) => ['--project', name]),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ];
  return readVitest(
    report,
    await runNode('node_modules/vitest/vitest.mjs', args, { env, show: true, limit: LIMITS.vitest }),
  );
}

function without({ title, problem }) {
  return { passed: 0, failed: 1, failures: [{ title, text: problem }] };
}

async function playwright(lacks) {
  const browser = lacks.find(({ title }) => title === 'Chromium');
  if (browser) return without(browser);
  // The other stories don't need them.
  for (const { problem, parts } of lacks) if (parts.includes('e2e')) process.stdout.write(`${problem}\n`);
  const report = path.join(reports, 'playwright.json');
  const options = {
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
    show: true,
    limit: LIMITS.browser,
  };
  return readPlaywright(
    report,
    await runNode('node_modules/@playwright/test/cli.js', ['test', '-c', 'e2e/playwright.config.ts'], options),
  );
}

function conclude() {
  const sum = (key) => results.reduce((total, result) => total + result[key], 0);
  const failed = sum('failed');
  if (failed > 0) process.stdout.write('\n── Failures\n');
  for (const { title, failures } of results) {
    for (const failure of failures) process.stdout.write(`\n${title} › ${failure.title}\n${indent(failure.text)}\n`);
  }
  const slowest = results.flatMap(({ tests = [] }) => tests).toSorted((a, b) => b.ms - a.ms);
  if (slowest.length > 0) process.stdout.write('\n── The slowest\n');
  for (const { title, ms } of slowest.slice(0, SLOWEST))
    process.stdout.write(`${(ms / 1000).toFixed(1).padStart(6)} s  ${title}\n`);
  process.stdout.write(`\nIn ${seconds(began)}.\n${sum('passed')} passed, ${failed} failed\n`);
  process.exitCode = failed > 0 ? 1 : 0;
}

/** The beginning of a message, where its cause stands; the whole of it was printed above. */
function indent(text) {
  const lines = stripVTControlCharacters(text)
    .trimEnd()
    .split('\n')
    .filter((line) => !/^\s+at .*node_modules/.test(line));
  const excerpt = lines.length > 30 ? [...lines.slice(0, 30), `… and ${lines.length - 30} lines more`] : lines;
  return excerpt.map((line) => `  ${line}`).join('\n');
}
