import { readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Counts of a Vitest JSON report: `{ passed, failed, failures: [{ title, text }], tests: [{ title, ms }] }`. A file
 * that could not be loaded, a run without a report, and a run that ended badly although each test passed count as one
 * failure.
 */
export function readVitest(file, run) {
  const report = read(file);
  if (!report) return crashed(run);
  const failures = report.testResults.flatMap(({ name: absolute, status, message, assertionResults }) => {
    const name = path.relative('', absolute);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (failed.length === 0 && status === 'failed')
      return [{ title: name, text: message || 'The file could not be run.' }];
    return failed.map((test) => ({ title: `${name} › ${test.fullName}`, text: test.failureMessages.join('\n') }));
  });
  const tests = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map((test) => ({
      title: `${path.relative('', name)} › ${test.fullName}`,
      ms: test.duration ?? 0,
    })),
  );
  return { ...conclude(report.numPassedTests, failures, run), tests };
}

/** Counts of a Playwright JSON report, in the same shape and with the same strictness; a flaky test is a failed one. */
export function readPlaywright(file, run) {
  const report = read(file);
  if (!report) return crashed(run);
  const failures = report.suites.flatMap(failedSpecs);
  for (const error of report.errors)
    failures.push({ title: 'Playwright', text: error.message ?? error.value ?? 'unknown error' });
  const tests = report.suites.flatMap((suite) =>
    specsOf(suite, []).map(({ title, results }) => ({ title, ms: Math.max(0, ...results.map((one) => one.duration)) })),
  );
  return { ...conclude(report.stats.expected, failures, run), tests };
}

/** Every test below a suite: `{ title, status, results }`. */
function specsOf(suite, outer) {
  const titles = [...outer, suite.title];
  const own = (suite.specs ?? []).flatMap((spec) =>
    spec.tests.map(({ status, results }) => ({ title: [...titles, spec.title].join(' › '), status, results })),
  );
  return [...own, ...(suite.suites ?? []).flatMap((inner) => specsOf(inner, titles))];
}

function failedSpecs(suite) {
  return specsOf(suite, [])
    .filter(({ status }) => !['expected', 'skipped'].includes(status))
    .map(({ title, results }) => ({
      title,
      text: results.flatMap((result) => result.errors.map((error) => error.message)).join('\n'),
    }));
}

function conclude(passed, failures, run) {
  if (failures.length === 0 && run.code !== 0) return { ...crashed(run), passed };
  return { passed, failed: failures.length, failures };
}

function crashed({ code, output }) {
  const end = output.trimEnd().split('\n').slice(-30).join('\n');
  return { passed: 0, failed: 1, failures: [{ title: `ended with ${code}`, text: end }], tests: [] };
}

function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}
