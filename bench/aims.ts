/** What the numbers ought to be, and whether they are. All of it is reckoned from a run; nothing is written by hand. */
import { inSeconds, kilobytes, short } from './markdown.ts';
import { isMeasured, type AuditListResult, type Measured, type Run } from './results.ts';
import { titleOf } from './cases/case.ts';
import { DEEP_PAGES } from './cases/list.ts';

/** `met` or not, and the numbers that say so. */
export type Verdict = { aim: string; met: boolean; finding: string };

const FLOOR_RATIO = 3;
const DEEP_RATIO = 2;
/** Two medians of one run that differ by less are the same: it is what two runs on one machine differ by. */
const NOISE = 1.2;
/** Faults that a verdict names; the table has them all. */
const NAMED = 8;
const LOGIN_BYTES = 150_000;
const LIST_BYTES = 230_000;
/** Of the list of the audit log, asked by one person. */
const COMBINATION_MS = 300;
const NEWEST_MS = 5;
const USABLE = { plain: 500, throttled: 1_000 };

/**
 * What Logto 1.42 did per second on two cores with PostgreSQL beside it, at 16 connections (21 November 2026), and how
 * many times that we want. Only worth comparing on a machine of two cores.
 */
const PEER: readonly { title: string; theirs: number; times: number }[] = [
  { title: 'Organizations, page 1 (system)', theirs: 269, times: 10 },
  { title: 'Organizations, page 4,500 (system)', theirs: 31, times: 40 },
  { title: 'Organizations, search (system)', theirs: 24, times: 10 },
  { title: 'Organizations, one by id (system)', theirs: 997, times: 4 },
  { title: 'Sign-in, sign-in with password', theirs: 14, times: 12 },
  { title: 'Sign-in, whole sign-in, both steps', theirs: 10.7, times: 10 },
  { title: 'Sign-in, refresh, rotating', theirs: 239, times: 8 },
];
const PEER_START = 1_600;
/** A third of what Logto takes, idle and under load. */
const PEER_MEMORY = { idle: 267e6 / 3, loaded: 649e6 / 3 };

/**
 * How many times the floor's median the API's is. What is no question to the database, or is held against a bare
 * signature, has no aim.
 */
export const ratio = ({ api, floor }: Measured): number => api.p50 / floor.p50;

/** The frame's own row, and issuing and answering for certificates, whose floor is a signature. */
const NO_QUESTION: readonly string[] = ['Frame', 'Certificate authority'];

/** Of all that were looked at, those that are not as they should be, the worst first; the first few are named. */
function every(aim: string, faults: readonly string[], of: number): Verdict[] {
  if (of === 0) return [];
  if (faults.length === 0) return [{ aim, met: true, finding: `all ${of}` }];
  const more = faults.length > NAMED ? ` and ${faults.length - NAMED} more` : '';
  return [
    { aim, met: false, finding: `${of - faults.length} of ${of}; not ${faults.slice(0, NAMED).join('; ')}${more}` },
  ];
}

function besideFloor(all: readonly Measured[]): Verdict[] {
  const measured = all.filter(({ area }) => !NO_QUESTION.includes(area));
  const over = measured.filter((one) => ratio(one) > FLOOR_RATIO).toSorted((a, b) => ratio(b) - ratio(a));
  return every(
    `The API takes at most ${FLOOR_RATIO} × the bare SQL at p50`,
    over.map((one) => `${titleOf(one)} ${short(ratio(one))} ×`),
    measured.length,
  );
}

function deepPages(measured: readonly Measured[]): Verdict[] {
  const pairs = measured
    .filter(({ name }) => DEEP_PAGES.includes(name))
    .flatMap((deep) => {
      const first = measured.find(
        ({ area, viewer, name }) => name === 'page 1' && area === deep.area && viewer === deep.viewer,
      );
      return first ? [{ deep, times: deep.api.p50 / first.api.p50 }] : [];
    });
  const over = pairs
    .filter(({ times }) => times > DEEP_RATIO)
    .map(({ deep, times }) => `${titleOf(deep)} ${short(times)} ×`);
  return every(`A page by its number, at any depth, takes at most ${DEEP_RATIO} × page 1 at p50`, over, pairs.length);
}

function accountViewer(measured: readonly Measured[]): Verdict[] {
  const pairs = measured
    .filter(({ viewer }) => viewer === 'account')
    .flatMap((own) => {
      const system = measured.find(
        ({ area, viewer, name }) => viewer === 'system' && area === own.area && name === own.name,
      );
      return system ? [{ own, system }] : [];
    });
  const slower = pairs.filter(({ own, system }) => own.api.p50 > system.api.p50 * NOISE);
  return every(
    'The account viewer is never slower than the system viewer at p50 (a fifth is noise)',
    slower.map(({ own, system }) => `${titleOf(own)} ${short(own.api.p50)} ms to ${short(system.api.p50)}`),
    pairs.length,
  );
}

function peer(measured: readonly Measured[]): Verdict[] {
  return PEER.flatMap(({ title, theirs, times }) => {
    const one = measured.find((other) => titleOf(other) === title);
    if (!one) return [];
    const target = theirs * times;
    const { perSecond } = one.api;
    return [
      {
        aim: `${title}: ${times} × the ${theirs} per second of Logto 1.42`,
        met: perSecond >= target,
        finding: `${short(perSecond)} per second, ${short(perSecond / theirs)} ×`,
      },
    ];
  });
}

const atMost = (aim: string, value: number, limit: number, format: (value: number) => string): Verdict => ({
  aim: `${aim}: at most ${format(limit)}`,
  met: value <= limit,
  finding: format(value),
});

function auditListAims({ auditList, size }: Run): Verdict[] {
  const of = (what: string, limit: number, slow: readonly string[]): Verdict[] =>
    every(
      `${what} of the audit log, of ${size.audit.toLocaleString('en-US')} events, in under ${limit} ms at p95`,
      slow,
      auditList.length,
    );
  const over = (limit: number, time: (one: AuditListResult) => number): string[] =>
    auditList.filter((one) => time(one) >= limit).map((one) => `${one.viewer} ${short(time(one))} ms`);
  return [
    ...of(
      'Any combination of filters',
      COMBINATION_MS,
      over(COMBINATION_MS, ({ p95 }) => p95),
    ),
    ...of(
      'The newest page',
      NEWEST_MS,
      over(NEWEST_MS, ({ newest }) => newest),
    ),
  ];
}

function consoleAims(run: Run): Verdict[] {
  return run.routes.flatMap((route) => [
    atMost(`Scripts of ${route.name}`, route.scriptBytes, route.name === 'login' ? LOGIN_BYTES : LIST_BYTES, kilobytes),
    atMost(`${route.name} can be used, plain`, route.plain.usable, USABLE.plain, inSeconds),
    atMost(`${route.name} can be used, throttled`, route.throttled.usable, USABLE.throttled, inSeconds),
    {
      aim: `${route.name} loads nothing that it does not show`,
      met: route.unrelated.length === 0,
      finding: route.unrelated.length === 0 ? 'nothing' : route.unrelated.join(', '),
    },
  ]);
}

/** Every aim with its verdict, in the order of the list. */
export function verdicts(run: Run): Verdict[] {
  const measured = run.results.filter(isMeasured);
  const failed = run.results.filter((result) => !isMeasured(result)).map(titleOf);
  return [
    ...every('Every case is answered rightly to the end', failed, run.results.length),
    ...besideFloor(measured),
    ...deepPages(measured),
    ...accountViewer(measured),
    ...peer(measured),
    {
      aim: `${run.licenses.atOnce} uses of one account's license at once take at most ${FLOOR_RATIO} × the bare SQL`,
      met: run.licenses.perSecond * FLOOR_RATIO >= run.licenses.floorPerSecond,
      finding: `${short(run.licenses.floorPerSecond / run.licenses.perSecond)} ×`,
    },
    ...auditListAims(run),
    atMost('Start to the first answer, database included', run.startedIn, PEER_START, inSeconds),
    atMost('Memory of the process, idle', run.memory.idle.resident, PEER_MEMORY.idle, kilobytes),
    atMost(
      'Memory of the process, the most that was seen under load',
      run.memory.loaded.resident,
      PEER_MEMORY.loaded,
      kilobytes,
    ),
    { aim: 'The audit log verifies after all of it', met: run.log.verdict === 'verified', finding: run.log.verdict },
    ...consoleAims(run),
  ];
}
