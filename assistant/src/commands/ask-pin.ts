/** Asks the person for PINs, saying for whom and for what; what a page has sent itself is not asked for. */
import { whyNotPin } from '@signet/contract/rules';
import { PromptUnavailable, type Prompt } from '../prompt/prompt.ts';
import { CommandRefusal } from '../refusal.ts';

/** `purpose` finishes the sentence "The site … asks to …". */
export type Asking = { origin: string; purpose: string; signal: AbortSignal };
export type AskPin = ReturnType<typeof pinAsker>;

const RULE = 'at least six characters, one of them a digit';

export function pinAsker(prompt: Prompt) {
  async function read(lines: readonly string[], label: string, signal: AbortSignal): Promise<string> {
    const typed = await prompt.ask({ lines, label, secret: true }, signal).catch((error: unknown) => {
      throw error instanceof PromptUnavailable ? new CommandRefusal('PROMPT_UNAVAILABLE') : error;
    });
    if (typed === null) throw new CommandRefusal('CKR_FUNCTION_CANCELED');
    return typed;
  }
  const sentence = ({ origin, purpose }: Asking): string => `The site ${origin} asks to ${purpose}.`;

  return {
    /** The PIN that is, such as "PIN of your key store"; what the page has sent is taken. */
    present: async (asking: Asking, name: string, sent?: string): Promise<string> =>
      sent ?? (await read([sentence(asking)], `Type the ${name}, or press Esc to refuse:`, asking.signal)),

    /** A new one, typed twice; asked again until it keeps the rule. */
    async fresh(asking: Asking, name: string, sent?: string): Promise<string> {
      if (sent !== undefined) return sent;
      let lines = [sentence(asking)];
      for (;;) {
        const label = `Choose the ${name} (${RULE}), or press Esc to refuse:`;
        const typed = await read(lines, label, asking.signal);
        if (whyNotPin(typed)) lines = [`That is not ${RULE}.`];
        else if ((await read([], `Once more the ${name}:`, asking.signal)) === typed) return typed;
        else lines = ['These were not the same.'];
      }
    },
  };
}
