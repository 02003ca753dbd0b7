/** What the numbers ought to be, and whether they are. All of it is reckoned from a run; nothing is written by hand. */
import { inSeconds, kilobytes, short } from './markdown.ts';
import { isMeasured, type AuditListResult, type Measured, type Run } from './results.ts';
import { titleOf } from './cases/case.ts';
import { DEEP_PAGES } from './cases/list.ts';
import { PEER_CASES } from './peer/questions.ts';

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

/** What Logto 1.42 took to its first answer on two cores. */
const START = 1_600;
/** Of one process. Logto 1.42 took 267 and 649 MB on two cores. */
const MEMORY = { idle: 120e6, loaded: 300e6 };

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

/** How many times Logto's requests per second ours are, where both were asked in this run. */
function besidePeer(measured: readonly Measured[]): Verdict[] {
  return PEER_CASES.flatMap(({ title, times }) => {
    const one = measured.find((other) => titleOf(other) === title);
    if (!one?.peer) return [];
    const found = one.api.perSecond / one.peer.perSecond;
    return [
      {
        aim: `${title}: ${times} × Logto`,
        met: found >= times,
        finding: `${short(found)} ×, ${short(one.api.perSecond)} per second beside ${short(one.peer.perSecond)}`,
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
    ...besidePeer(measured),
    {
      aim: `${run.licenses.atOnce} uses of one account's license at once take at most ${FLOOR_RATIO} × the bare SQL`,
      met: run.licenses.perSecond * FLOOR_RATIO >= run.licenses.floorPerSecond,
      finding: `${short(run.licenses.floorPerSecond / run.licenses.perSecond)} ×`,
    },
    ...auditListAims(run),
    atMost('Start to the first answer, database included', run.startedIn, START, inSeconds),
    atMost('Memory of the process, idle', run.memory.idle.resident, MEMORY.idle, kilobytes),
    atMost(
      'Memory of the process, the most that was seen under load',
      run.memory.loaded.resident,
      MEMORY.loaded,
      kilobytes,
    ),
    { aim: 'The audit log verifies after all of it', met: run.log.verdict === 'verified', finding: run.log.verdict },
    ...consoleAims(run),
  ];
}
