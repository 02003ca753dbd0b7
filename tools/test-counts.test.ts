import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readPlaywright, readVitest } from './test-counts.mjs';

const folder = mkdtempSync(path.join(tmpdir(), 'signet-counts-'));
afterAll(() => rmSync(folder, { recursive: true }));

function report(content: unknown): string {
  const file = path.join(folder, 'report.json');
  writeFileSync(file, JSON.stringify(content));
  return file;
}
const well = { code: 0, output: '' };
const badly = { code: 1, output: 'first line\nUnhandled rejection' };

describe('counts of Vitest', () => {
  const passed = { status: 'passed', fullName: 'adds', failureMessages: [], duration: 12.5 };
  const failed = { status: 'failed', fullName: 'subtracts', failureMessages: ['expected 1 to be 2'], duration: 3 };
  const file = (status: string, assertionResults: object[], message = '') => ({
    name: path.resolve('server/src/sum.test.ts'),
    status,
    message,
    assertionResults,
  });

  it('are those of the report', () => {
    const counts = readVitest(report({ numPassedTests: 1, testResults: [file('failed', [passed, failed])] }), badly);
    expect(counts).toMatchObject({
      passed: 1,
      failed: 1,
      failures: [{ title: 'server/src/sum.test.ts › subtracts', text: 'expected 1 to be 2' }],
    });
  });
  it('say how long each test took', () => {
    const counts = readVitest(report({ numPassedTests: 1, testResults: [file('failed', [passed, failed])] }), badly);
    expect(counts.tests).toEqual([
      { title: 'server/src/sum.test.ts › adds', ms: 12.5 },
      { title: 'server/src/sum.test.ts › subtracts', ms: 3 },
    ]);
  });
  it('have a failure for a file that could not be loaded', () => {
    const counts = readVitest(
      report({ numPassedTests: 1, testResults: [file('passed', [passed]), file('failed', [], 'no such module')] }),
      badly,
    );
    expect(counts).toMatchObject({
      passed: 1,
      failed: 1,
      failures: [{ title: 'server/src/sum.test.ts', text: 'no such module' }],
    });
  });
  it('have a failure for a run that ended badly although each test passed', () => {
    const counts = readVitest(report({ numPassedTests: 1, testResults: [file('passed', [passed])] }), badly);
    expect(counts).toMatchObject({
      passed: 1,
      failed: 1,
      failures: [{ title: 'ended with 1', text: 'first line\nUnhandled rejection' }],
    });
  });
  it('have a failure for a run without a report, even if it ended well', () => {
    expect(readVitest(path.join(folder, 'none.json'), well)).toMatchObject({ passed: 0, failed: 1 });
  });
});

describe('counts of Playwright', () => {
  const test = (status: string, message?: string) => ({
    status,
    results: [{ errors: message ? [{ message }] : [], duration: 1500 }],
  });
  const suites = (...tests: object[]) => [
    { title: 'sign-in.e2e.ts', specs: [], suites: [{ title: 'signing in', specs: [{ title: 'works', tests }] }] },
  ];

  it('are those of the report, and a flaky test is a failed one', () => {
    const counts = readPlaywright(
      report({
        suites: suites(test('expected'), test('unexpected', 'no button'), test('flaky', 'slow')),
        errors: [],
        stats: { expected: 1 },
      }),
      badly,
    );
    const title = 'sign-in.e2e.ts › signing in › works';
    expect(counts).toMatchObject({
      passed: 1,
      failed: 2,
      failures: [
        { title, text: 'no button' },
        { title, text: 'slow' },
      ],
    });
  });
  it('say how long each test took', () => {
    const counts = readPlaywright(
      report({ suites: suites(test('expected')), errors: [], stats: { expected: 1 } }),
      well,
    );
    expect(counts.tests).toEqual([{ title: 'sign-in.e2e.ts › signing in › works', ms: 1500 }]);
  });
  it('have a failure for servers that did not start', () => {
    const counts = readPlaywright(
      report({ suites: [], errors: [{ message: 'Timed out waiting for the server' }], stats: { expected: 0 } }),
      badly,
    );
    expect(counts).toMatchObject({
      passed: 0,
      failed: 1,
      failures: [{ title: 'Playwright', text: 'Timed out waiting for the server' }],
    });
  });
  it('are clean where all went well', () => {
    expect(
      readPlaywright(
        report({ suites: suites(test('expected'), test('skipped')), errors: [], stats: { expected: 1 } }),
        well,
      ),
    ).toMatchObject({ passed: 1, failed: 0, failures: [] });
  });
});
