/** The real trust assistant as a process of its own, on a folder of its own, in a terminal at which somebody types. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../assistant/src/main.ts', import.meta.url));
/** Nobody is asked later than that, in milliseconds. */
const LONGEST = 120_000;

export type RunningAssistant = Awaited<ReturnType<typeof startAssistant>>;

/** Listens when it resolves. `port`: 0 for any that is free. */
export async function startAssistant({
  port = 0,
  folder = mkdtempSync(path.join(tmpdir(), 'signet-assistant-')),
  settings = {},
}: {
  port?: number;
  folder?: string;
  settings?: Record<string, string>;
} = {}) {
  // util-linux's script gives it a terminal: without one it asks nobody.
  const child = spawn('script', ['-qefc', `'${process.execPath}' '${MAIN}'`, '/dev/null'], {
    env: {
      ...process.env,
      SIGNET_ASSISTANT_PORT: String(port),
      SIGNET_ASSISTANT_DATA: folder,
      // Tokens that happen to be in this computer are nobody's in a test.
      SIGNET_ASSISTANT_TOKENS: 'off',
      LC_ALL: 'C.UTF-8',
      ...settings,
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let screen = '';
  /** Up to where the screen has been answered. */
  let answered = 0;
  child.stdout.on('data', (chunk) => (screen += String(chunk)));
  async function sees(what: string | RegExp): Promise<string> {
    for (const end = performance.now() + LONGEST; performance.now() < end; await pause(20)) {
      const since = screen.slice(answered);
      const found = typeof what === 'string' ? (since.includes(what) ? what : null) : (what.exec(since)?.[1] ?? null);
      if (found !== null) return found;
      if (child.exitCode !== null) break;
    }
    throw new Error(`The assistant's terminal does not show ${String(what)}: ${screen.slice(answered)}`);
  }
  const listens = Number(await sees(/http:\/\/127\.0\.0\.1:(\d+)/));
  return {
    port: listens,
    folder,
    /** All that was ever on its screen. */
    screen: (): string => screen,
    /** Waits for the question, then types the answer and Enter. */
    async answers(question: string | RegExp, text: string): Promise<void> {
      await sees(question);
      answered = screen.length;
      child.stdin.write(`${text}\r`);
    },
    /** Ends it; the folder stays for another one. */
    async stop(): Promise<void> {
      if (child.exitCode === null) {
        const gone = once(child, 'exit');
        child.kill();
        await gone;
      }
    },
    removeFolder: (): void => rmSync(folder, { recursive: true, force: true }),
  };
}
