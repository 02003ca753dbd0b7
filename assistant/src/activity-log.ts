/** What was done for whom: a line of JSON for each command and each refusal, kept on this machine alone. */
import { appendFileSync, renameSync, statSync, truncateSync } from 'node:fs';
import path from 'node:path';
import type { Clock } from './clock.ts';
import { readPrivate } from './private-files.ts';

/** Two files of this size at most, in octets, for approved sites, and two for all others. */
const MOST = 1_048_576;

/** `what`: a command, or what befell the site. `result`: done, or the status of the refusal. Never holds a secret. */
export type Activity = { origin: string; what: string; result: string; detail?: string };
export type ActivityLog = ReturnType<typeof activityLog>;

export function activityLog(folder: string, clock: Clock) {
  const files = { site: path.join(folder, 'activity.log'), stranger: path.join(folder, 'strangers.log') };
  /** Lines that could not be written, and that no line tells of yet. */
  let missing = 0;
  const linesOf = (file: string): string[] =>
    `${readPrivate(`${file}.1`) ?? ''}${readPrivate(file) ?? ''}`.split('\n').filter(Boolean);

  /** A line that can't be written is counted: the command that it tells of is done, and the others go on. */
  function append(file: string, activity: Activity): void {
    const time = clock.now().toISOString();
    const lines = [{ time, ...activity }];
    if (missing > 0) lines.unshift({ time, origin: '', what: 'log', result: 'LINES_MISSING', detail: `${missing}` });
    try {
      if (sizeOf(file) >= MOST) renameSync(file, `${file}.1`);
      appendWhole(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
      missing = 0;
    } catch {
      missing += 1;
    }
  }

  return {
    write: (activity: Activity): void => append(files.site, activity),
    /** What befell a site that is not approved. Any page may fill that file; it pushes nothing out of the other. */
    writeOfStranger: (activity: Activity): void => append(files.stranger, activity),
    /** All that is kept, the oldest first: each line begins with its time. */
    read: (): string =>
      [...linesOf(files.stranger), ...linesOf(files.site)]
        .toSorted((a, b) => (timeOf(a) < timeOf(b) ? -1 : timeOf(a) > timeOf(b) ? 1 : 0))
        .map((line) => `${line}\n`)
        .join(''),
  };
}

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/** A disk that is almost full may take the beginning of the lines alone: that is cut off again. */
function appendWhole(file: string, lines: string): void {
  const before = sizeOf(file);
  try {
    appendFileSync(file, lines, { mode: 0o600 });
  } catch (error) {
    truncateSync(file, before);
    throw error;
  }
}

/** `{"time":"2026-01-01T00:00:00.000Z"`: as it stands, which sorts as the time does. */
const timeOf = (line: string): string => line.slice(0, 34);
