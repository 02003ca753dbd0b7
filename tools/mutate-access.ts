/**
 * Takes away each permission, scope, flag, way to call and audit call of each endpoint, one by one, in a copy of the
 * last commit, and asks whether a test notices: `node tools/mutate-access.ts [--only area,area]`. Run by hand; it takes
 * some minutes. What touches different endpoints is tried in one run of the access matrix; what the matrix does not
 * show is tried again by itself against the tests of its area.
 */
import { execFileSync, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { areas } from '@signet/contract';
import { makeTree } from './mutated-tree.ts';
import { folderOf, mutationsOf, type Areas, type Mutation } from './mutate-access/mutations.ts';

const at = process.argv.indexOf('--only');
const only = at < 0 ? undefined : (process.argv[at + 1] ?? '').split(',');
const unknown = only?.filter((area) => !Object.hasOwn(areas, area)) ?? [];
if (unknown.length > 0) throw new Error(`There is no area ${unknown.join(', ')}: ${Object.keys(areas).join(', ')}.`);
const MATRIX = 'server/src/access-matrix.test.ts';
/** A run that takes longer has failed. */
const MOST_MS = 900_000;

const { tree, remove } = makeTree();

/** Runs server tests in the copy. True when all passed. */
function passes(...args: string[]): Promise<boolean> {
  const vitest = path.join(tree, 'node_modules/vitest/vitest.mjs');
  const child = spawn(process.execPath, [vitest, 'run', '--project', 'server', ...args], {
    cwd: tree,
    stdio: 'ignore',
    timeout: MOST_MS,
    env: { ...process.env, CI: '' },
  });
  return new Promise((resolve) => child.on('close', (code) => resolve(code === 0)));
}

/** The lines of the written matrices by "METHOD /path", blanks squeezed: columns are as wide as the others need. */
function matrixLines(): Map<string, string> {
  const found = new Map<string, string>();
  for (const area of Object.keys(areas)) {
    const file = path.join(tree, 'server/src/areas', folderOf(area), 'access-matrix.txt');
    for (const line of readFileSync(file, 'utf8').split('\n')) {
      const [, method, address] = /^(GET|POST|PUT|DELETE) +(\S+)/.exec(line) ?? [];
      if (!method) continue;
      const key = `${method} ${address}`;
      found.set(key, `${found.get(key) ?? ''}\n${line.replace(/ +/g, ' ')}`);
    }
  }
  return found;
}

/** Mutations that touch different endpoints and files' parts go together; one round has each endpoint once at most. */
function roundsOf(mutations: readonly Mutation[]): Mutation[][] {
  const rounds: { taken: Set<string>; round: Mutation[] }[] = [];
  for (const mutation of mutations) {
    let fit = rounds.find(({ taken }) => !mutation.endpoints.some((endpoint) => taken.has(endpoint)));
    if (!fit) rounds.push((fit = { taken: new Set(), round: [] }));
    fit.round.push(mutation);
    for (const endpoint of mutation.endpoints) fit.taken.add(endpoint);
  }
  return rounds.map(({ round }) => round);
}

/** Changes the copy, does the work, and takes the changes back. */
async function mutated<T>(mutations: readonly Mutation[], work: () => Promise<T>): Promise<T> {
  // From the end of a file to its beginning: places further up stay where they are.
  for (const { file, apply } of mutations.toReversed()) {
    const target = path.join(tree, file);
    const source = readFileSync(target, 'utf8');
    const mutant = apply(source);
    if (mutant === source) throw new Error(`Nothing was changed in ${file}.`);
    writeFileSync(target, mutant);
  }
  try {
    return await work();
  } finally {
    execFileSync('git', ['checkout', '--quiet', '.'], { cwd: tree });
  }
}

/** Where an audit call that the matrix does not show is proved. */
const testsOf = ({ area }: Mutation): string[] => ['server/src/sign-in', `server/src/areas/${folderOf(area)}/`];

/** Throws where tests fail twice without any mutation: they would take everything for noticed. */
async function requirePass(tests: string): Promise<void> {
  const files = tests.split(' ');
  if (!(await passes(...files)) && !(await passes(...files))) throw new Error(`${tests} fails without a mutation.`);
}

async function run(): Promise<void> {
  await requirePass(MATRIX);
  const before = matrixLines();
  // An event without before, or after, has none to lose.
  const hasSide = ({ name, endpoints }: Mutation): boolean => {
    const side = /: without (before|after)$/.exec(name)?.[1];
    return side === undefined || endpoints.some((endpoint) => before.get(endpoint)?.includes(` ${side}`));
  };
  const all = mutationsOf(tree, areas as Areas)
    .filter(({ area }) => !only || only.includes(area))
    .filter(hasSide);
  // What only a job reaches leaves nothing in the matrix.
  const unseen = all.filter(({ endpoints }) => endpoints.length === 0);
  const rounds = roundsOf(all.filter(({ endpoints }) => endpoints.length > 0));
  console.log(`${all.length} mutations in ${rounds.length} rounds.`);

  for (const [index, round] of rounds.entries()) {
    const after = await mutated(round, async () => {
      await passes(MATRIX, '-u=true');
      return matrixLines();
    });
    const missed = round.filter(({ endpoints }) => endpoints.every((one) => before.get(one) === after.get(one)));
    unseen.push(...missed);
    console.log(`Round ${index + 1}: ${round.length - missed.length} of ${round.length} seen in the matrix.`);
    for (const { name } of missed) console.log(`  to be tried by itself: ${name}`);
  }
  for (const tests of new Set(unseen.map((mutation) => testsOf(mutation).join(' ')))) await requirePass(tests);
  const survivors: Mutation[] = [];
  for (const mutation of unseen) {
    const tests = testsOf(mutation);
    // A round of which one fails outright leaves its areas as they were written: the matrix is asked again.
    const files = mutation.endpoints.length > 0 ? [MATRIX, ...tests] : tests;
    const survived = await mutated([mutation], () => passes(...files, '--bail=1'));
    if (survived) survivors.push(mutation);
    console.log(`${survived ? 'SURVIVED' : 'seen by the tests'}  ${mutation.name}`);
  }
  console.log(`${all.length} tried, ${all.length - survivors.length} caught.`);
  for (const { name } of survivors) console.log(`survived: ${name}`);
  process.exitCode = survivors.length === 0 ? 0 : 1;
}

try {
  await run();
} finally {
  remove();
}
