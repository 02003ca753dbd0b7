/** Asks in a small window of the desktop, by a program that the system has for that. */
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { environmentWith } from '../settings.ts';
import { inTurn } from './in-turn.ts';
import { PromptUnavailable, type Prompt, type Question } from './prompt.ts';

/** A program that shows a window, writes what was typed to its output, and ends with 1 where the person gave up. */
export type Dialog = {
  program: string;
  /** What is different for it than for us. */
  environment: Readonly<Record<string, string>>;
  ask: (question: Question) => string[];
  tell: (lines: readonly string[]) => string[];
};

/** What GTK says where there is no screen; zenity ends then as it does where the person gave up. */
const NO_SCREEN = /cannot open display/i;

export function windowPrompt({ program, environment, ask, tell }: Dialog): Prompt {
  const env = environmentWith(environment);
  async function read(question: Question, signal: AbortSignal): Promise<string | null> {
    signal.throwIfAborted();
    // Lines stand in the list of processes, for everybody on this machine: they say who asks, and hold no secret.
    const child = spawn(program, ask(question), { env, stdio: ['ignore', 'pipe', 'pipe'] });
    const ended = new Promise<number | null>((resolve, reject) => child.once('close', resolve).once('error', reject));
    const close = (): void => void child.kill();
    signal.addEventListener('abort', close);
    try {
      const [typed, complaint, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
      signal.throwIfAborted();
      if (code === 0) return typed.replace(/\r?\n$/, '');
      if (code === 1 && !NO_SCREEN.test(complaint)) return null;
      // A window that died has not been answered: "refused" is said only of a person who refused.
      throw new PromptUnavailable(`${program} ended with ${code ?? 'a signal'}.`);
    } catch (error) {
      if (error instanceof Error && 'syscall' in error) throw new PromptUnavailable(error.message);
      throw error;
    } finally {
      signal.removeEventListener('abort', close);
    }
  }
  return {
    ask: inTurn(read),
    tell: (lines) =>
      // What can't be shown need not be: nobody waits for an answer.
      void spawn(program, tell(lines), { env, stdio: 'ignore' }).once('error', () => undefined),
  };
}
