/** Makes the system open the assistant by its addresses, for the person who calls it; and takes that back. */
import { execFile } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { Failure } from '../texts/speaker.ts';
import type { Launcher, Step } from './launcher.ts';

/** Throws {@link Failure}, which names the program that failed. */
async function take({ program, args, mayFail = false }: Step): Promise<void> {
  await promisify(execFile)(program, [...args]).catch((error: unknown) => {
    if (mayFail) return;
    const reason = error instanceof Error ? error.message.trim() : String(error);
    throw new Failure('assistantProgram.failure.system', { tool: program, reason });
  });
}

export async function register(launcher: Launcher): Promise<void> {
  for (const file of launcher.files) {
    mkdirSync(path.dirname(file.path), { recursive: true });
    writeFileSync(file.path, file.content, { mode: file.mode });
  }
  for (const step of launcher.register) await take(step);
}

export async function unregister(launcher: Launcher): Promise<void> {
  for (const file of launcher.files) rmSync(file.path, { force: true });
  for (const folder of launcher.folders) rmSync(folder, { recursive: true, force: true });
  for (const step of launcher.unregister) await take(step);
}
