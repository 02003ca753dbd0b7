/** How the person at this machine is asked. What they type goes to the assistant alone, never through a page. */

/** `lines` say who asks for what. A secret is not shown while it is typed. */
export type Question = { lines: readonly string[]; label: string; secret: boolean };

export type Prompt = {
  /**
   * What the person typed; null where they gave up. Questions come one after the other. Rejects with the reason of the
   * signal where nobody waits any more, and with {@link PromptUnavailable} where nobody can be asked.
   */
  ask(question: Question, signal: AbortSignal): Promise<string | null>;
  /** Shows lines to the person, who need not answer. */
  tell(lines: readonly string[]): void;
};

export class PromptUnavailable extends Error {}

/** What a page has a say in can't move the cursor, colour the terminal, turn the text around, or begin a line. */
export const visible = (line: string): string => line.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\uFFFD');

/** Where nobody can be asked. */
export const noPrompt: Prompt = {
  ask: () => Promise.reject(new PromptUnavailable('The assistant was started without a terminal and a window.')),
  tell: () => undefined,
};
