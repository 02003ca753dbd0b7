/** What was done for whom: a line of JSON for each command and each refusal, kept on this machine alone. */
import { appendFileSync, renameSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Clock } from './clock.ts';
import { readPrivate } from './private-files.ts';

/** Two files of this size at most, in octets. */
const MOST = 1_048_576;

/** `what`: a command, or what befell the site. `result`: done, or the status of the refusal. Never holds a secret. */
export type Activity = { origin: string; what: string; result: string; detail?: string };
export type ActivityLog = ReturnType<typeof activityLog>;

export function activityLog(folder: string, clock: Clock) {
  const file = path.join(folder, 'activity.log');
  const isFull = (): boolean => (statSync(file, { throwIfNoEntry: false })?.size ?? 0) >= MOST;
  return {
    write(activity: Activity): void {
      if (isFull()) renameSync(file, `${file}.1`);
      const line = JSON.stringify({ time: clock.now().toISOString(), ...activity });
      appendFileSync(file, `${line}\n`, { mode: 0o600 });
    },
    /** All that is kept, the oldest first. */
    read: (): string => `${readPrivate(`${file}.1`) ?? ''}${readPrivate(file) ?? ''}`,
  };
}
