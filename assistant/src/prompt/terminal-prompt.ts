/** Asks in the terminal in which the assistant was started. */
import type { Readable, Writable } from 'node:stream';
import type { Speak } from '../texts/speaker.ts';
import { inTurn } from './in-turn.ts';
import { PromptUnavailable, visible, type Prompt, type Question } from './prompt.ts';

/** A terminal gives keys one by one where it is told to; a pipe does not know how. */
type Input = Readable & { isTTY?: boolean; setRawMode?: (raw: boolean) => unknown };

const CANCEL = new Set(['\u0003', '\u0004', '\u001b']);
const ENTER = new Set(['\r', '\n']);
/** Arrows, Delete and function keys: Escape with more behind it (CSI and SS3 of ECMA-48, and the console of Linux). */
const OTHER_KEYS = /\u001b(?:\[\[?[0-?]*[ -/]*[@-~]|O[ -~])/g;
const RUBOUT = new Set(['\u007f', '\b']);
/** Nobody types more than this; a file that was pasted is not kept. */
const LONGEST = 512;

type Parts = {
  input: Input;
  output: Writable;
  speak: Speak;
  /** Called where the person presses Ctrl-C and nobody asked them anything. */
  interrupt: () => void;
};

export function terminalPrompt({ input, output, speak, interrupt }: Parts): Prompt & { close(): void } {
  let listener: ((key: string) => void) | null = null;
  let isGone = false;
  const take = (chunk: string): void => {
    for (const key of chunk.replaceAll(OTHER_KEYS, '')) {
      if (listener) listener(key);
      else if (key === '\u0003') interrupt();
    }
  };
  input.setEncoding('utf8');
  input.setRawMode?.(true);
  input.on('data', take);
  input.on('close', () => (isGone = true)).on('end', () => (isGone = true));

  async function read({ lines, label, secret }: Question, signal: AbortSignal): Promise<string | null> {
    signal.throwIfAborted();
    if (isGone) throw new PromptUnavailable('The terminal is closed.');
    // \u0007 rings the bell: the window may lie behind that of the browser.
    output.write(`\u0007\n${lines.map(visible).join('\n')}\n${visible(label)} `);
    const { promise, resolve, reject } = Promise.withResolvers<string | null>();
    let typed = '';
    const finish = (): void => {
      listener = null;
      signal.removeEventListener('abort', leave);
      input.off('close', vanish).off('end', vanish);
      output.write('\n');
    };
    const leave = (): void => {
      finish();
      output.write(`${speak('assistantProgram.nobodyWaits')}\n`);
      reject(signal.reason instanceof Error ? signal.reason : new Error('Nobody waits for this any more.'));
    };
    const vanish = (): void => {
      finish();
      reject(new PromptUnavailable('The terminal was closed.'));
    };
    listener = (key) => {
      if (ENTER.has(key) || CANCEL.has(key)) {
        finish();
        resolve(ENTER.has(key) ? typed : null);
      } else if (RUBOUT.has(key)) {
        if (typed !== '' && !secret) output.write('\b \b');
        typed = Array.from(typed).slice(0, -1).join('');
      } else if (!/\p{Cc}/u.test(key) && typed.length < LONGEST) {
        typed += key;
        if (!secret) output.write(key);
      }
    };
    signal.addEventListener('abort', leave);
    input.on('close', vanish).on('end', vanish);
    return promise;
  }

  return {
    ask: inTurn(read),
    tell: (lines) => void output.write(`\n${lines.map(visible).join('\n')}\n`),
    close(): void {
      input.setRawMode?.(false);
      input.off('data', take);
      input.pause();
    },
  };
}
