/** What was done for whom: a line of JSON for each command and each refusal, kept on this machine alone. */
import { appendFileSync, renameSync, statSync } from 'node:fs';
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
  const isFull = (file: string): boolean => (statSync(file, { throwIfNoEntry: false })?.size ?? 0) >= MOST;
  const linesOf = (file: string): string[] =>
    `${readPrivate(`${file}.1`) ?? ''}${readPrivate(file) ?? ''}`.split('\n').filter(Boolean);

  function append(file: string, activity: Activity): void {
    if (isFull(file)) renameSync(file, `${file}.1`);
    const line = JSON.stringify({ time: clock.now().toISOString(), ...activity });
    appendFileSync(file, `${line}\n`, { mode: 0o600 });
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

/** `{"time":"2026-01-01T00:00:00.000Z"`: as it stands, which sorts as the time does. */
const timeOf = (line: string): string => line.slice(0, 34);
