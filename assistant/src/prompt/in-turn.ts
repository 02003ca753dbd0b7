/** The person is asked one question after the other. */
import type { Prompt } from './prompt.ts';

export function inTurn(read: Prompt['ask']): Prompt['ask'] {
  let last: Promise<unknown> = Promise.resolve();
  return (question, signal) => {
    const answer = last.then(() => read(question, signal));
    last = answer.catch(() => null);
    return answer;
  };
}
