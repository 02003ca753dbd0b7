/**
 * `npm run faults`: does harm to a platform of its own, looks at what is left, and writes docs/faults.md. With names
 * (`npm run faults -- 'full disk'`) only that, and nothing is written.
 */
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildServer, ensureBuilt } from '../../tools/build.mjs';
import { FAULTS, mountSmallDisk, type Fault } from './faults.ts';
import { strikeMail } from './mail.ts';
import { makePlatform } from './platform.ts';
import { strike, type Outcome } from './strike.ts';
import { report } from './report.ts';

/** How long each harm lasts: longer than anybody may wait for an answer. */
const HARM_MS = 6_000;
const REPORT = new URL('../../docs/faults.md', import.meta.url);

async function one(fault: Fault): Promise<Outcome | string> {
  const whyNot = fault.whyNot?.() ?? null;
  if (whyNot !== null) return whyNot;
  return inFolder(fault.name === 'full disk', async (folder) => {
    const platform = await makePlatform(folder);
    await platform.start();
    try {
      return await strike(platform, fault, HARM_MS);
    } finally {
      await platform.stop();
    }
  });
}

async function inFolder<T>(small: boolean, work: (folder: string) => Promise<T>): Promise<T> {
  const base = mkdtempSync(path.join(tmpdir(), 'signet-faults-'));
  chmodSync(base, 0o755);
  const folder = path.join(base, 'data');
  mkdirSync(folder);
  const unmount = small ? mountSmallDisk(folder) : undefined;
  try {
    return await work(folder);
  } finally {
    unmount?.();
    rmSync(base, { recursive: true, force: true });
  }
}

/** One that could not be looked at to its end; the others are done all the same. */
function failedAltogether(fault: string, { message }: Error): Outcome {
  const broken = [message.split('\n', 1)[0] ?? ''];
  return { fault, acknowledged: 0, refused: 0, unanswered: 0, longestMs: 0, recoveredMs: 0, broken };
}

/** Each harm by its name, with what is done. */
const harms: [name: string, what: string, strike: () => Promise<Outcome | string>][] = [
  ...FAULTS.map((fault): (typeof harms)[number] => [fault.name, fault.what, () => one(fault)]),
  ['broken mail', 'the mail server takes no connection, and then does', () => inFolder(false, strikeMail)],
];
await ensureBuilt(buildServer);
const wanted = process.argv.slice(2);
const chosen = harms.filter(([name]) => wanted.length === 0 || wanted.includes(name));
const rows: [name: string, what: string, outcome: Outcome | string][] = [];
for (const [name, what, strikeWith] of chosen) {
  process.stderr.write(`${name} …\n`);
  rows.push([name, what, await strikeWith().catch((error: Error) => failedAltogether(name, error))]);
}
const { text, failed } = report(rows, HARM_MS);
process.stdout.write(text);
if (chosen.length === harms.length) writeFileSync(REPORT, text);
process.exitCode = failed ? 1 : 0;
