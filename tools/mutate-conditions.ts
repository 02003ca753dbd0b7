/**
 * Takes away each condition of the server's queries and each of its refusals, one by one, in a copy of the last commit,
 * and names those that no test notices: `node tools/mutate-conditions.ts [--only server/src/seats,…] [--sample 50]`.
 * Run by hand; the server's tests are run once to learn which of them come by which condition, then some seconds are
 * spent on each. Not each survivor is a fault: some are there for speed alone, or for what another one keeps out too.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { makeTree } from './mutated-tree.ts';
import { withSwitches, type Condition } from './mutate-conditions/conditions.ts';
import { openTests, type Coverage, type Tests } from './mutate-conditions/tests.ts';

const { values } = parseArgs({ options: { only: { type: 'string' }, sample: { type: 'string' } } });
const only = (values.only ?? 'server/src').split(',');
const sample = values.sample === undefined ? Number.POSITIVE_INFINITY : Number(values.sample);
/** What no person or client asks of: helpers of the tests, migrations that are over. */
const LEFT_OUT = /\.test\.ts$|\/testing\/|access-samples|\/migrations\//;
/** They end and start servers of their own, which know of no switch, or measure: minutes for nothing. */
const APART =
  /\/backup\/|\/db\/embedded|refusal-cost|two-platforms|\/server\/(?:faults|seed)\/|main\.test|one-file\.test/;
/** One more would have the processors of a build wait for each other. */
const LANES = 2;
/** How many files are asked, the nearest first, and how many tests of each. */
const MOST_FILES = 12;
const MOST_TESTS = 25;

/** Puts the switches into the sources of the copy. Answers the conditions. */
function putSwitches(tree: string): Condition[] {
  const conditions: Condition[] = [];
  const files = globSync('server/src/**/*.ts', { cwd: tree }).filter((file) => !LEFT_OUT.test(`/${file}`));
  for (const file of files.toSorted()) {
    const full = path.join(tree, file);
    const switched = withSwitches(file, readFileSync(full, 'utf8'), conditions.length + 1);
    writeFileSync(full, switched.source);
    conditions.push(...switched.conditions);
  }
  return conditions;
}

/** How many folders two places have in common. */
function nearness(one: string, other: string): number {
  const [a, b] = [one.split('/'), other.split('/')];
  return a.findIndex((name, index) => name !== b[index]);
}

/** Asks the tests that come by a condition, the nearest first. Answers whether one of them noticed. */
async function isNoticed(tests: Tests, tree: string, { id, file }: Condition, coverage: Coverage): Promise<boolean> {
  const near = (one: string): number => nearness(file, path.relative(tree, one));
  const nearest = (files: Iterable<string>): string[] => [...files].toSorted((a, b) => near(b) - near(a));
  const ofTests = coverage.get(id);
  // What is asked when the server is loaded is asked by every test.
  if (!ofTests) return tests.notice(id, nearest(tests.files).slice(0, 3), null);
  const files = nearest(ofTests.keys()).slice(0, MOST_FILES);
  for (const some of [files.slice(0, 2), files.slice(2)].filter(({ length }) => length > 0)) {
    const names = some.flatMap((one) => ofTests.get(one)?.slice(0, MOST_TESTS) ?? []);
    if (await tests.notice(id, some, names)) return true;
  }
  return false;
}

async function run(tree: string): Promise<void> {
  const all = putSwitches(tree).filter(({ file }) => only.some((place) => file.startsWith(place)));
  const every = Math.max(1, all.length / sample);
  const tried = all.filter((_, index) => Math.floor(index / every) !== Math.floor((index - 1) / every));
  console.log(`${tried.length} of ${all.length} conditions are tried.`);
  const whole = await openTests(tree, LANES, 0);
  const coverage = await whole.coverage(whole.files.filter((file) => !APART.test(file)));
  await whole.close();

  const queue = [...tried];
  let [done, survived] = [0, 0];
  const lane = async (): Promise<void> => {
    const tests = await openTests(tree, 1, 1);
    for (let condition = queue.shift(); condition; condition = queue.shift()) {
      const noticed = await isNoticed(tests, tree, condition, coverage);
      done += 1;
      if (done % 50 === 0) console.log(`${done} of ${tried.length} tried.`);
      if (noticed) continue;
      survived += 1;
      console.log(`survived: ${condition.file}:${condition.line} ${condition.text}`);
    }
    await tests.close();
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  console.log(`${tried.length} tried, ${tried.length - survived} noticed.`);
  process.exitCode = survived === 0 ? 0 : 1;
}

const { tree, remove } = makeTree();
try {
  await run(tree);
} finally {
  remove();
}
