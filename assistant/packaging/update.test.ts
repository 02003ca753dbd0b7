/** A newer package is installed while the assistant of the older one runs. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { bundle, ENTRY } from './bundle.ts';

test.runIf(process.platform === 'linux')(
  'one that asks in a window ends, so that pages can start the new one',
  { timeout: 180_000 },
  async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'signet-update-'));
    const installed = path.join(folder, 'installed');
    mkdirSync(installed);
    writeFileSync(path.join(installed, 'package.json'), '{"type":"module"}');
    await bundle(installed);
    // What shows windows has only to be there.
    writeFileSync(path.join(folder, 'zenity'), '#!/bin/sh\n');
    chmodSync(path.join(folder, 'zenity'), 0o755);
    const child = spawn(process.execPath, [path.join(installed, ENTRY), 'open', 'signet-assistant:start'], {
      env: {
        ...process.env,
        PATH: `${folder}:${process.env['PATH']}`,
        DISPLAY: ':4711',
        LC_ALL: 'C',
        SIGNET_ASSISTANT_DATA: path.join(folder, 'data'),
        SIGNET_ASSISTANT_PORT: '0',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => {
      child.kill();
      rmSync(folder, { recursive: true });
    });
    const ended = once(child, 'exit');
    for await (const line of createInterface(child.stdout)) if (line === 'It asks in a window.') break;
    copyFileSync(path.join(installed, ENTRY), path.join(folder, 'newer.js'));
    renameSync(path.join(folder, 'newer.js'), path.join(installed, ENTRY));
    expect(await ended).toEqual([0, null]);
  },
);
