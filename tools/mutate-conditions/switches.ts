/**
 * Beside the tests of a run that takes conditions away: which one is off, and which ones each test has come by. A test
 * tells it in its `meta`.
 */
import { beforeEach, inject, onTestFinished } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** The number of the condition that is taken away; none has 0. */
    without: number;
  }
  interface TaskMeta {
    /** The numbers of the conditions that were asked for, in hooks too. */
    conditions?: number[];
  }
}
declare global {
  /** Whether a condition is taken away. */
  var signetWithout: ((id: number) => boolean) | undefined;
}

const without = inject('without');
/** What is asked while modules are loaded, or before all tests of a file, is of none of them. */
let asked = new Set<number>();
globalThis.signetWithout = (id) => {
  asked.add(id);
  return id === without;
};

beforeEach(({ task }) => {
  const own = new Set<number>();
  asked = own;
  onTestFinished(() => {
    task.meta.conditions = [...own];
    asked = new Set();
  });
});
