/** Writes a run down as docs/benchmarks.md. */
import { ratio, verdicts } from './aims.ts';
import { titleOf } from './cases/case.ts';
import { inSeconds, kilobytes, short, table } from './markdown.ts';
import { memoryTable } from './memory.ts';
import { PEER_CASES } from './peer/questions.ts';
import { isMeasured, type Result, type Run } from './results.ts';

function caseRow(result: Result): string[] {
  const head = [`${result.area}: ${result.name}`, result.viewer ?? 'nobody yet'];
  if (!isMeasured(result)) return [...head, `failed: ${result.problem}`, '', '', '', '', ''];
  const { api, floor } = result;
  return [
    ...head,
    short(api.p50),
    short(api.p99),
    short(api.perSecond),
    short(floor.p50),
    short(floor.perSecond),
    short(ratio(result)),
  ];
}

/** A paragraph of Markdown that is written over several lines here. */
const unwrapped = (text: string): string => text.trim().replaceAll(/\s+/g, ' ');

/** Cases of which one request takes many rows. */
function manyRows(results: readonly Result[]): string[][] {
  return results
    .filter(isMeasured)
    .filter(({ area, name }) => name === 'CSV export' || area === 'Bulk acts')
    .map(({ area, name, viewer, api, floor }) => [
      `${area}: ${name}`,
      viewer ?? '',
      short(api.rowsPerSecond),
      short(floor.rowsPerSecond),
      `${short((api.rowsPerSecond / floor.rowsPerSecond) * 100)} %`,
    ]);
}

const PEER_METHOD = unwrapped(`
  Logto ran beside and was asked in the same run, as long and on as many connections, by its Management API and as an
  OpenID Connect provider; where PostgreSQL was one server for both, DATABASE_URL said so. Its pages count their exact
  total; its search looks in names and descriptions. Its password is checked by the Management API alone, where ours is
  the whole sign-in by it, with session, tokens and event; its whole sign-in and its refresh are those of a single-page
  application by OpenID Connect with its consent (nine requests, and one), where ours are those of the console (two,
  and one). It is asked after ours, with sixteen people and two thousand organizations.
`);

/** What Logto did, where it ran beside; empty where it did not. */
function besidePeer(results: readonly Result[]): string {
  const rows = results.filter(isMeasured).flatMap((result) => {
    const { area, name, viewer, api, peer } = result;
    if (!peer) return [];
    const wanted = PEER_CASES.find(({ title }) => title === titleOf(result))?.times ?? 0;
    return [
      [
        `${area}: ${name}`,
        viewer ?? 'nobody yet',
        short(api.p50),
        short(api.perSecond),
        short(peer.p50),
        short(peer.perSecond),
        `${short(api.perSecond / peer.perSecond)} ×`,
        `${wanted} ×`,
      ],
    ];
  });
  if (rows.length === 0) return '';
  const columns = ['case', 'viewer', 'p50', 'per second', 'Logto p50', 'Logto per second', 'times Logto', 'wanted'];
  return `## The API beside Logto\n${PEER_METHOD}\n\n${table(columns, rows, 2)}\n\n`;
}

function aimsOf(run: Run): string {
  return `## Aims\n${verdicts(run)
    .map(({ aim, met, finding }) => `- ${met ? 'Met' : '**Missed**'}: ${aim}. ${finding}.`)
    .join('\n')}\n\n`;
}

const writtenBy = (run: Run): string =>
  unwrapped(`
    Written by \`npm run bench\`; not by hand. ${run.date}, ${run.machine}; ${run.versions}.
    One machine carries the product, PostgreSQL and whoever asks.
  `);
const REHEARSAL = '\n\n**A rehearsal: so small a platform says nothing about speed.**';
const CASE_COLUMNS = ['case', 'viewer', 'p50', 'p99', 'per second', 'floor p50', 'floor per second', 'ratio'];

const apiMethod = (seconds: number): string =>
  unwrapped(`
  16 connections (1 for exports and bulk acts), ${seconds} s for each case and each side after a warm-up; times in
  milliseconds. The floor is the same question as prepared SQL on as many connections to the same database: the
  rows and the count within its bound, with the viewer's predicate, without knowing who asks. Before a case is
  measured both sides must have answered the same. Ratio: p50 of the API to p50 of the floor.
`);

const FLOORS = unwrapped(`
  The floor of the sign-in is reading the hash and verifying it by argon2id with the stored parameters, on the
  threads of one process; that of the audited save is the update and a right event of the log in one
  transaction, that of a run the same for each of its rows; that of a plan reads the rows it judges; that of
  the refresh is the rotation without making tokens. Limits per address stay in force: the product trusts the
  proxy header (\`TRUST_PROXY\`), and sign-ins and exports come from an address of their own each, as those of
  many people do. Answers are not compressed but where the case says so; then brotli, as browsers ask for it.
`);

const AUDIT_LIST_METHOD = unwrapped(`
  One person asks, one request after the other; times in milliseconds. The combinations are drawn from all filters, each
  with values that many events have, that few have and that none has, and each is asked for once, so that what is read
  for the first time counts.
`);

const CONSOLE_METHOD = unwrapped(`
  Bytes are those of the bodies as they crossed the network, compressed. Usable: the field for the user name,
  the first row of the list. Throttled: 10 Mbit/s, 40 ms.
`);

const AGAIN = unwrapped(`
  \`DATABASE_URL\` names an empty database, or none: then the embedded one in a temporary folder is measured.
  Close what else runs: differences under a fifth mean nothing.
`);

/** The whole file. A rehearsal has no verdicts. */
export function report(run: Run): string {
  const number = (value: number): string => value.toLocaleString('en-US');
  const { size, log } = run;
  const rows = [
    `${number(size.accounts)} accounts, ${number(size.organizations)} organizations`,
    `${number(size.users)} users, ${number(size.audit)} audit events`,
  ].join(', ');
  return `# Benchmarks

${writtenBy(run)}${run.rehearsal ? REHEARSAL : ''}${run.remark === null ? '' : `\n\n${run.remark}`}

Rows: ${rows}.

## The API beside bare SQL
${apiMethod(run.seconds)}

${table(CASE_COLUMNS, run.results.map(caseRow), 2)}

${FLOORS}

Rows per second that exports deliver, plans take in and runs do, all connections together:

${table(['case', 'viewer', 'rows per second', 'floor', 'of the floor'], manyRows(run.results), 2)}

${besidePeer(run.results)}## The process, the audit log and licenses
${table(
  ['what', ''],
  [
    ['start to the first answer, database included', inSeconds(run.startedIn)],
    // A run that goes on with a filled database finds none waiting.
    ...(log.sequenced > 0
      ? [[`sequencing, ${number(log.sequenced)} events`, `${short(log.sequencedPerSecond)} events per second`]]
      : []),
    [
      `verifying the whole log, ${number(log.verified)} events`,
      `${short(log.verifiedPerSecond)} events per second: ${log.verdict}`,
    ],
    [
      `using one account's license, ${run.licenses.atOnce} at once`,
      `${short(run.licenses.perSecond)} per second; bare SQL on one row ${short(run.licenses.floorPerSecond)}`,
    ],
  ],
)}

Memory of the process, before anything was asked and when it had the most, after the case "${run.memory.during}":

${memoryTable({ idle: run.memory.idle, 'under load': run.memory.loaded })}

## Filters of the audit log
${AUDIT_LIST_METHOD}

${table(
  ['viewer', 'newest page, p95', 'combinations', 'p50', 'p95', 'slowest', 'its filters'],
  run.auditList.map((one) => [
    one.viewer,
    short(one.newest),
    number(one.asked),
    short(one.p50),
    short(one.p95),
    short(one.slowest),
    `\`${one.slowestQuery}\``,
  ]),
)}

## The console
Cold visits in Chromium, ${run.visits === 1 ? 'one each' : `the middle of ${run.visits}`}. ${CONSOLE_METHOD}

${
  run.routes.length === 0
    ? 'Not measured in this run.'
    : table(
        ['route', 'scripts', 'everything', 'largest paint', 'usable', 'largest paint, throttled', 'usable, throttled'],
        run.routes.map((route) => [
          route.name,
          kilobytes(route.scriptBytes),
          kilobytes(route.allBytes),
          inSeconds(route.plain.largestPaint),
          inSeconds(route.plain.usable),
          inSeconds(route.throttled.largestPaint),
          inSeconds(route.throttled.usable),
        ]),
      )
}

${run.rehearsal ? '' : aimsOf(run)}## Again
\`\`\`
${run.command}
\`\`\`

${AGAIN}
`;
}
