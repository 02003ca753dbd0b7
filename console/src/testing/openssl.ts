/** OpenSSL for component tests: a browser makes, the program beside it judges. Runs in Node, as a command of Vitest. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** What OpenSSL said at each call, and what stands in the file `out` at the end. */
export type Judged = { says: string[]; out: string };

/** Writes the files (in base64) and calls `openssl` with each list of words. */
export function openssl(_: unknown, files: Record<string, string>, calls: readonly (readonly string[])[]): Judged {
  const folder = mkdtempSync(path.join(tmpdir(), 'signet-openssl-'));
  try {
    for (const [name, content] of Object.entries(files))
      writeFileSync(path.join(folder, name), Buffer.from(content, 'base64'));
    writeFileSync(path.join(folder, 'out'), '');
    const says = calls.map((call) => {
      const { stdout, stderr } = spawnSync('openssl', call, { cwd: folder });
      return `${stdout.toString()}${stderr.toString()}`;
    });
    return { says, out: readFileSync(path.join(folder, 'out'), 'utf8') };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

declare module 'vitest/browser' {
  interface BrowserCommands {
    openssl: (files: Record<string, string>, calls: readonly (readonly string[])[]) => Promise<Judged>;
  }
}
