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
  // Without a window manager nobody says which window has the keyboard: keys are sent to the window itself, which GTK
  // takes from the core protocol alone.
  const env = { ...process.env, DISPLAY: `:${number}`, GDK_CORE_DEVICE_EVENTS: '1' };
  const tool = async (...args: string[]): Promise<string> => (await run('xdotool', args, { env })).stdout.trim();

  let answered = '';

  return {
    env,
    /** Waits for a window that has not been answered: its id, and its process. The test's own limit ends it. */
    async window(): Promise<{ id: string; pid: string }> {
      for (;;) {
        const found = await tool('search', '--onlyvisible', '--name', 'Signet trust assistant').catch(() => '');
        const [id = ''] = found.split('\n');
        // The number of a window that closes is given to the next one; that of a process is not.
        const pid = id === '' ? '' : await tool('getwindowpid', id).catch(() => '');
        if (pid !== '' && pid !== answered) return { id, pid };
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
    /** The last key is pressed and not let go: the window that it closes is gone by then. */
    async answers(typed: string): Promise<void> {
      const { id, pid } = await this.window();
      if (typed !== '') await tool('type', '--window', id, '--delay', '5', typed);
      await tool('keydown', '--window', id, 'Return');
      answered = pid;
    },
    async presses(key: string): Promise<void> {
      const { id, pid } = await this.window();
      await tool('keydown', '--window', id, key);
      answered = pid;
    },
    /** Ends the program of the window, as a crash would. */
    async kills(): Promise<void> {
      const { pid } = await this.window();
      process.kill(Number(pid), 'SIGKILL');
    },
    close: () => void screen.kill(),
  };
}
export type Desktop = Awaited<ReturnType<typeof openDesktop>>;
