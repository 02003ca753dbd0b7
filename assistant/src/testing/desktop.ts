/** A screen of its own, on which windows show, and hands that type into them. */
import { execFile, spawn } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

export async function openDesktop() {
  const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '800x600x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [, , , announced] = screen.stdio;
  if (!announced || !('setEncoding' in announced)) throw new Error('Xvfb has no way to say its number.');
  const number = await new Promise<string>((resolve, reject) => {
    announced.once('data', (chunk) => resolve(String(chunk).trim()));
    screen.once('error', reject).once('exit', () => reject(new Error('Xvfb ended.')));
  });
  const env = { ...process.env, DISPLAY: `:${number}` };
  const tool = async (...args: string[]): Promise<string> => (await run('xdotool', args, { env })).stdout.trim();

  return {
    env,
    /** Waits for a window and gives it the keyboard, which no window manager does. The test's own limit ends it. */
    async window(): Promise<string> {
      for (;;) {
        const found = await tool('search', '--onlyvisible', '--name', 'Signet trust assistant').catch(() => '');
        const [id = ''] = found.split('\n');
        // One that closes meanwhile is not found the next time.
        if (id !== '') await tool('windowfocus', id).catch(() => '');
        if (id !== '' && (await tool('getwindowfocus', '-f').catch(() => '')) === id) return id;
        await setTimeout(50);
      }
    },
    /** How many windows of the assistant are on the screen. */
    async windows(): Promise<number> {
      const found = await tool('search', '--onlyvisible', '--name', 'Signet trust assistant').catch(() => '');
      return found === '' ? 0 : found.split('\n').length;
    },
    /** Waits until no window is left. */
    async isEmpty(): Promise<void> {
      while ((await this.windows()) > 0) await setTimeout(50);
    },
    async answers(typed: string): Promise<void> {
      await this.window();
      if (typed !== '') await tool('type', '--delay', '5', typed);
      await tool('key', 'Return');
    },
    async presses(key: string): Promise<void> {
      await this.window();
      await tool('key', key);
    },
    /** Ends the program of the window, as a crash would. */
    async kills(): Promise<void> {
      const pid = await tool('getwindowpid', await this.window());
      process.kill(Number(pid), 'SIGKILL');
    },
    close: () => void screen.kill(),
  };
}
export type Desktop = Awaited<ReturnType<typeof openDesktop>>;
