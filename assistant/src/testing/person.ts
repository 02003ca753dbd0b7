/** Somebody at the terminal of the assistant: types keys and sees what is written. */
import { PassThrough, Writable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { terminalPrompt } from '../prompt/terminal-prompt.ts';
import type { Speak } from '../texts/speaker.ts';

export function personAtTerminal(speak: Speak) {
  const keyboard = new PassThrough();
  let seen = '';
  const screen = new Writable({
    write(chunk, _encoding, done) {
      seen += String(chunk);
      done();
    },
  });
  let interrupts = 0;
  const prompt = terminalPrompt({ input: keyboard, output: screen, speak, interrupt: () => (interrupts += 1) });
  return {
    prompt,
    keyboard,
    /** All that was ever on the screen. */
    screen: (): string => seen,
    interrupts: (): number => interrupts,
    /** Waits until the screen shows the question, after what was asked before, then types the answer and Enter. */
    async answers(question: string | RegExp, text: string): Promise<void> {
      await this.sees(question);
      seen += '\u0000';
      keyboard.write(`${text}\r`);
    },
    /** Waits until the question stands behind the last one that was answered. The test's own limit ends it. */
    async sees(question: string | RegExp): Promise<void> {
      const isThere = (): boolean => {
        const since = seen.slice(seen.lastIndexOf('\u0000') + 1);
        return typeof question === 'string' ? since.includes(question) : question.test(since);
      };
      while (!isThere()) await setImmediate();
    },
  };
}
export type Person = ReturnType<typeof personAtTerminal>;
