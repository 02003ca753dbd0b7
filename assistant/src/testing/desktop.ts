/** A screen of its own, on which windows show, and hands that type into them. */
import { execFile, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** What a process does at this moment: asleep or not, and the ticks of its work. */
async function look(pid: string): Promise<{ isAsleep: boolean; ticks: string }> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // After the name in brackets: the state, and as 12th and 13th the ticks.
  const state = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return { isAsleep: state[0] === 'S', ticks: `${state[11]} ${state[12]}` };
}

/** Whether all of these processes have slept for a while at the same time, without a moment's work. */
async function wait(pids: readonly string[]): Promise<boolean> {
  const before = new Map<string, string>();
  for (let times = 0; times < 4; times += 1) {
    if (times > 0) await setTimeout(40);
    for (const pid of pids) {
      const { isAsleep, ticks } = await look(pid);
      if (!isAsleep || (before.get(pid) ?? ticks) !== ticks) return false;
      before.set(pid, ticks);
    }
  }
  return true;
}

export async function openDesktop() {
  // Without -noreset it begins anew whenever its last client has left, and turns away whoever comes at that moment.
  const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '800x600x24', '-nolisten', 'tcp', '-noreset'], {
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
  /** A window that has not been answered: its id, and its process. */
  async function find(): Promise<{ id: string; pid: string } | null> {
    const found = await tool('search', '--onlyvisible', '--name', 'Signet Trust Assistant').catch(() => '');
    const [id = ''] = found.split('\n');
    // The number of a window that closes is given to the next one; that of a process is not.
    const pid = id === '' ? '' : await tool('getwindowpid', id).catch(() => '');
    return pid === '' || pid === answered ? null : { id, pid };
  }

  return {
    env,
    /**
     * Waits for a window that has not been answered, and until it is drawn and waits for keys: those that come before
     * are lost. It also waits for a screen that has not come to its work, so the screen must wait too. The test's own
     * limit ends it.
     */
    async window(): Promise<{ id: string; pid: string }> {
      for (;;) {
        const found = await find();
        if (found && (await wait([found.pid, String(screen.pid)]))) return found;
        await setTimeout(50);
      }
    },
    /** How many windows of the assistant are on the screen. */
    async windows(): Promise<number> {
      const found = await tool('search', '--onlyvisible', '--name', 'Signet Trust Assistant').catch(() => '');
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
    /** The same, once more where it asks again: a window that is slow to draw may lose the first of what is typed. */
    async answersUntil(taken: Promise<unknown>, typed: string): Promise<void> {
      const state = { isTaken: false };
      const settled = (): void => void (state.isTaken = true);
      taken.then(settled, settled);
      for (; !state.isTaken; await setTimeout(50)) if (await find()) await this.answers(typed);
    },
    /** A key that closes the window: pressed again as long as it is there, since a slow one may lose it. */
    async presses(key: string): Promise<void> {
      const { id, pid } = await this.window();
      const isThere = async () => (await tool('getwindowpid', id).catch(() => '')) === pid;
      do {
        await tool('keydown', '--window', id, key).catch(() => '');
        await setTimeout(200);
      } while (await isThere());
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
