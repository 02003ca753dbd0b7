import { expect, test } from 'vitest';
import { ratio, verdicts } from './aims.ts';
import { casesOf } from './cases/all.ts';
import { titleOf } from './cases/case.ts';
import { drive } from './load/drive.ts';
import { kilobytes, short, table } from './markdown.ts';
import { paceOf, readOptions, Refusal } from './options.ts';
import { figures, median, percentile } from './percentiles.ts';
import { memoryIn, memoryTable } from './memory.ts';
import { PEER_CASES } from './peer/questions.ts';
import { report } from './report.ts';
import type { AuditListResult, Measured, Run } from './results.ts';
import { planOf } from './seed/plan.ts';

const one = (area: string, name: string, viewer: Measured['viewer'], api: number, floor: number): Measured => {
  const side = (p50: number) => ({ p50, p99: p50 * 2, perSecond: 1000 / p50, rowsPerSecond: 20_000 / p50, count: 100 });
  return { area, name, viewer, api: side(api), floor: side(floor) };
};

const LISTED: AuditListResult = {
  viewer: 'partner',
  asked: 400,
  newest: 4,
  p50: 9,
  p95: 250,
  slowest: 410,
  slowestQuery: 'text=an&to=2026-01-01',
};
const RUN: Run = {
  date: '2026-11-21',
  machine: '2 cores, 24 GB, Linux',
  versions: 'Signet 0.1.0',
  size: { accounts: 10_000, users: 1_000_000, audit: 2_000_000, organizations: 100_000 },
  seconds: 10,
  visits: 5,
  rehearsal: false,
  remark: 'The machine was busy.',
  command: 'npm run bench -- --accounts 10000',
  results: [
    one('Accounts', 'page 1', 'system', 3, 1),
    one('Accounts', 'page 500', 'system', 6, 4),
    one('Accounts', 'page 1', 'account', 3.5, 1.5),
    one('Accounts', 'CSV export', 'system', 30, 10),
  ],
  routes: [
    {
      name: 'login',
      scriptBytes: 149_000,
      allBytes: 300_000,
      plain: { largestPaint: 200, usable: 210 },
      throttled: { largestPaint: 700, usable: 1_001 },
      unrelated: [],
    },
  ],
  log: {
    sequenced: 20_000,
    sequencedPerSecond: 9_876,
    verified: 2_000_000,
    verifiedPerSecond: 30_000,
    verdict: 'verified',
  },
  auditList: [LISTED],
  licenses: { atOnce: 200, perSecond: 1_500, floorPerSecond: 2_000 },
  startedIn: 900,
  memory: {
    idle: { resident: 80e6, heap: 40e6, heapUsed: 30e6, young: 3e6, buffers: 5e6 },
    loaded: { resident: 200e6, heap: 120e6, heapUsed: 70e6, young: 24e6, buffers: 30e6 },
    during: 'Accounts: page 1 (system)',
  },
};
const missed = (run: Run): string[] =>
  verdicts(run)
    .filter(({ met }) => !met)
    .map(({ aim, finding }) => `${aim}: ${finding}`);

test('what takes many rows with one request is told by rows too', () => {
  const run = one('Bulk acts', 'run of 100 rows', 'system', 400, 100);
  const text = report({ ...RUN, results: [...RUN.results, run] });
  expect(text).toContain('| Accounts: CSV export | system | 667 | 2,000 | 33.3 % |');
  expect(text).toContain('| Bulk acts: run of 100 rows | system | 50.0 | 200 | 25.0 % |');
  expect(text).not.toContain('| Accounts: page 500 | system | 3,333');
});

test('percentiles are values that occurred, by nearest rank', () => {
  const hundred = Array.from({ length: 100 }, (_, n) => n + 1);
  expect([percentile(hundred, 0.5), percentile(hundred, 0.99), percentile([7], 0.5), percentile([7], 0.99)]).toEqual([
    50, 99, 7, 7,
  ]);
  expect([median([3, 1, 2]), median([4, 1])]).toEqual([2, 1]);
  expect(() => percentile([], 0.5)).toThrow(RangeError);
  expect(figures({ durations: [4, 1, 3, 2], seconds: 2, rows: 80 })).toEqual({
    p50: 2,
    p99: 4,
    perSecond: 2,
    rowsPerSecond: 40,
    count: 4,
  });
});

test('each lane asks one after the other, at least once, and what fails is not swallowed', async () => {
  const turns: string[] = [];
  const lane = async ({ lane: number, n }: { lane: number; n: number }) => (
    turns.push(`${number}/${n}`),
    { rows: 2, fingerprint: '' }
  );
  const sample = await drive([lane, lane], 0, 5);
  expect(turns.toSorted()).toEqual(['0/5', '1/5']);
  expect([sample.durations.length, sample.rows]).toEqual([2, 4]);
  await expect(drive([lane, () => Promise.reject(new Error('refused'))], 5)).rejects.toThrow('refused');
});

test('a table keeps its shape whatever its cells hold; numbers keep three digits', () => {
  expect(table(['a', 'b'], [['x|y', '1\n2']])).toBe('| a | b |\n|---|--:|\n| x\\|y | 1 2 |');
  expect([0.1234, 4.567, 78.91, 1234.5, 0].map(short)).toEqual(['0.123', '4.57', '78.9', '1,235', '0.000']);
  expect(kilobytes(149_600)).toBe('150 KB');
});

test('verdicts follow from the numbers: all met but the one that is a millisecond late', () => {
  expect(missed(RUN)).toEqual(['login can be used, throttled: at most 1.00 s: 1.00 s']);
});

test.each([
  [
    'over the floor',
    { results: [...RUN.results, one('Organizations', 'search', 'partner', 3.1, 1)] },
    /3 × the bare SQL.*4 of 5; not Organizations, search \(partner\) 3\.10 ×/,
  ],
  [
    'a page in the middle',
    {
      results: [one('People', 'page 1', 'partner', 3, 1), one('People', 'page in the middle', 'partner', 6.1, 90)],
    },
    /page by its number.*0 of 1; not People, page in the middle \(partner\) 2\.03 ×/,
  ],
  [
    'a deep page',
    { results: [one('Accounts', 'page 1', 'system', 3, 1), one('Accounts', 'page 500', 'system', 6.1, 4)] },
    /page by its number.*0 of 1; not Accounts, page 500 \(system\) 2\.03 ×/,
  ],
  [
    'an account viewer who waits',
    { results: [one('Accounts', 'page 1', 'system', 3, 1), one('Accounts', 'page 1', 'account', 3.7, 2)] },
    /account viewer.*3\.70 ms to 3\.00/,
  ],
  [
    'a case that failed',
    { results: [...RUN.results, { area: 'Sign-in', name: 'sign-in', viewer: null, problem: 'answered 503' }] },
    /answered rightly.*not Sign-in, sign-in/,
  ],
  [
    'fewer than the peer’s multiple',
    { results: [{ ...one('Organizations', 'page 1', 'system', 0.5, 0.4), peer: one('', '', null, 4, 1).api }] },
    /page 1 \(system\): 10 × Logto: 8\.00 ×, 2,000 per second beside 250/,
  ],
  ['a slow combination', { auditList: [{ ...LISTED, p95: 301 }] }, /of filters.*under 300 ms at p95.*partner 301 ms/],
  [
    'a slow newest page',
    { auditList: [{ ...LISTED, newest: 5.1 }] },
    /newest page.*under 5 ms at p95.*partner 5\.10 ms/,
  ],
  ['a queue for a license', { licenses: { ...RUN.licenses, perSecond: 500 } }, /200 uses.*4\.00 ×/],
  ['a changed log', { log: { ...RUN.log, verdict: 'Row 7 was changed.' } }, /audit log verifies.*Row 7 was changed/],
  [
    'a stranger in the login',
    { routes: RUN.routes.map((route) => ({ ...route, unrelated: ['console/src/shell/list/Table.tsx'] })) },
    /loads nothing.*Table\.tsx/,
  ],
])('misses are reported: %s', (_, change, finding) => {
  expect(missed({ ...RUN, ...change }).join('\n')).toMatch(finding);
});

test('the file has a row for each case, the verdicts, and how to do it again; a rehearsal has no verdicts', () => {
  const text = report({
    ...RUN,
    results: [...RUN.results, { area: 'Sign-in', name: 'sign-in', viewer: null, problem: 'answered 503' }],
  });
  expect(text).toContain('| Accounts: page 500 | system | 6.00 | 12.0 | 167 | 4.00 | 250 | 1.50 |');
  expect(text).toContain('| Sign-in: sign-in | nobody yet | failed: answered 503 |');
  expect(text).toContain('- **Missed**: login can be used, throttled');
  expect(text).toContain('whoever asks.\n\nThe machine was busy.\n\nRows: 10,000 accounts');
  expect(text).toContain('npm run bench -- --accounts 10000');
  expect(report({ ...RUN, rehearsal: true })).not.toContain('## Aims');
  expect(ratio(one('Accounts', 'page 1', 'system', 3, 1.5))).toBe(2);
});

test('what Logto was asked stands beside ours, and is no aim where it was not asked', () => {
  const alone = one('Sign-in', 'refresh, rotating', null, 1, 0.5);
  const beside = report({ ...RUN, results: [{ ...alone, peer: one('', '', null, 10, 1).api }] });
  expect(beside).toContain('| Sign-in: refresh, rotating | nobody yet | 1.00 | 1,000 | 10.0 | 100 | 10.0 × | 8 × |');
  expect(beside).toContain('- Met: Sign-in, refresh, rotating: 8 × Logto. 10.0 ×');
  expect(report({ ...RUN, results: [alone] })).not.toContain('Logto');
});

test('every question to Logto stands beside a case of ours', () => {
  const titles = casesOf(planOf({ accounts: 10_000, users: 1_000, audit: 1_000 }, '2026-11-21')).map(titleOf);
  expect(PEER_CASES.map(({ title }) => title).filter((title) => !titles.includes(title))).toEqual([]);
});

test('arguments: the defaults, a small platform is a rehearsal, and what can’t be used is named', () => {
  const options = readOptions([]);
  expect(options).toMatchObject({
    accounts: 10_000,
    users: 1_000_000,
    audit: 2_000_000,
    seconds: 10,
    out: 'docs/benchmarks.md',
    console: true,
  });
  expect(options && paceOf(options)).toEqual({ seconds: 10, visits: 5, rehearsal: false });
  const small = readOptions(['--accounts', '50', '--seconds', '1', '--no-console', '--remark', 'busy']);
  expect(small?.remark).toBe('busy');
  expect(small && paceOf(small)).toEqual({ seconds: 0.05, visits: 1, rehearsal: true });
  expect(readOptions(['--help'])).toBeNull();
  expect(() => readOptions(['--users', 'many'])).toThrow(
    new Refusal('--users must be a whole number from 10 to 10000000.'),
  );
  expect(() => readOptions(['--speed', '3'])).toThrow(Refusal);
  expect(() => readOptions(['--logto', 'localhost:3001'])).toThrow('--logto must be an address');
  expect(() => readOptions(['--logto', 'there'])).toThrow('--logto must be an address');
  expect(() => readOptions(['--logto', 'http://127.0.0.1:3001'])).toThrow('LOGTO_CLIENT must be an id and a secret');
});

test('every case has a title of its own, and deep pages are asked for only where they exist', () => {
  const titles = (accounts: number) =>
    casesOf(planOf({ accounts, users: 1_000, audit: 1_000 }, '2026-11-21')).map(titleOf);
  const all = titles(10_000);
  expect(new Set(all).size).toBe(all.length);
  expect(all.filter((title) => title.includes('page 500'))).toEqual([
    'Accounts, page 500 (system)',
    'Organizations, page 500 (system)',
    'Organizations, page 500 (partner)',
    'Service users, page 500 (system)',
    'Seats, page 500 (system)',
    'Seats, page 500 (partner)',
    'Mail, page 500 (system)',
    'Certificates, page 500 (system)',
    'Certificates, page 500 (partner)',
  ]);
  expect(all).toContain('Organizations, page 4,500 (system)');
  expect(all.filter((title) => title.includes('page in the middle'))).toEqual([
    'Accounts, page in the middle (system)',
    'Organizations, page in the middle (system)',
    'Organizations, page in the middle (partner)',
    'Service users, page in the middle (system)',
    'Seats, page in the middle (system)',
    'Seats, page in the middle (partner)',
    'Certificates, page in the middle (system)',
    'Certificates, page in the middle (partner)',
  ]);
  expect(titles(50).filter((title) => title.includes('page 500'))).toEqual([]);
});

test('memory is told by kind, and what is of no kind is the rest', () => {
  const metrics = [
    'process_resident_memory_bytes 200000000',
    'nodejs_heap_size_total_bytes 120000000',
    'nodejs_heap_size_used_bytes 70000000',
    'nodejs_external_memory_bytes 30000000',
    'nodejs_heap_space_size_total_bytes{space="new"} 24000000',
  ].join('\n');
  const lines = memoryTable({ 'under load': memoryIn(metrics) }).split('\n');
  expect(lines.slice(2).map((line) => line.split('|').at(-2)?.trim())).toEqual([
    '200,000 KB',
    '70,000 KB',
    '50,000 KB',
    '24,000 KB',
    '30,000 KB',
    '50,000 KB',
  ]);
  expect(() => memoryIn('process_resident_memory_bytes 1')).toThrow('nodejs_heap_size_total_bytes');
});
