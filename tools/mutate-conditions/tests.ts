/** The server's tests, run in the copy with one condition taken away, or with none. */
import path from 'node:path';
import { createVitest, type TestModule, type TestSpecification, type Vitest } from 'vitest/node';

/** Which tests come by a condition: their names, by file. */
export type Coverage = ReadonlyMap<number, ReadonlyMap<string, readonly string[]>>;

/** Starts Vitest in the copy; it ends at the first failure where `bail` is 1. Each has a PostgreSQL of its own. */
export async function openTests(tree: string, maxWorkers: number, bail: 0 | 1): Promise<Tests> {
  // Tests read files from where they are run.
  process.chdir(tree);
  const config = path.join(tree, 'tools/mutate-conditions/vitest.config.ts');
  const silent = {};
  const vitest = await createVitest('test', {
    root: tree,
    config,
    run: true,
    watch: false,
    maxWorkers,
    bail,
    reporters: [silent],
  });
  const all = await vitest.globTestSpecifications();
  return new Tests(vitest, all);
}

export class Tests {
  readonly #vitest: Vitest;
  readonly #all: readonly TestSpecification[];

  constructor(vitest: Vitest, all: readonly TestSpecification[]) {
    this.#vitest = vitest;
    this.#all = all;
  }

  /** The files with tests, as full paths. */
  get files(): string[] {
    return this.#all.map(({ moduleId }) => moduleId);
  }

  close(): Promise<void> {
    return this.#vitest.close();
  }

  /**
   * Which tests come by which condition. Of a file of which one fails none is named: it would take everything for
   * noticed.
   */
  async coverage(files: readonly string[]): Promise<Coverage> {
    const found = new Map<number, Map<string, string[]>>();
    for (const module of await this.#run(files, 0, null)) {
      const failed = failureOf(module);
      if (failed) {
        console.log(`${failed} fails with all conditions: its file is not asked.`);
        continue;
      }
      for (const test of module.children.allTests())
        for (const id of test.meta().conditions ?? []) {
          const ofId = found.get(id) ?? new Map<string, string[]>();
          found.set(id, ofId.set(module.moduleId, [...(ofId.get(module.moduleId) ?? []), test.fullName]));
        }
    }
    return found;
  }

  /** Whether a test fails without a condition. Without names, all tests of the files are run. */
  async notice(id: number, files: readonly string[], names: readonly string[] | null): Promise<boolean> {
    return (await this.#run(files, id, names)).some((module) => failureOf(module) !== null);
  }

  async #run(files: readonly string[], without: number, names: readonly string[] | null): Promise<TestModule[]> {
    this.#vitest.provide('without', without);
    if (names) this.#vitest.setGlobalTestNamePattern(new RegExp(`^(?:${names.map(patternOf).join('|')})$`));
    else this.#vitest.resetGlobalTestNamePattern();
    const chosen = this.#all.filter(({ moduleId }) => files.includes(moduleId));
    return (await this.#vitest.runTestSpecifications(chosen, false)).testModules;
  }
}

/** A pattern is held against the names of a test and of what it stands in, with nothing but blanks between them. */
const patternOf = (fullName: string): string =>
  fullName.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll(' > ', '(?: >)? ');

function failureOf(module: TestModule): string | null {
  for (const test of module.children.allTests('failed')) return `${module.relativeModuleId} › ${test.fullName}`;
  return module.state() === 'failed' ? module.relativeModuleId : null;
}
