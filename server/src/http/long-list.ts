/** Lists of which somebody asks for very many rows at once. */
import { setImmediate } from 'node:timers/promises';
import { limitConcurrency } from '../in-turn.ts';

/** From so many rows on an answer is made in pieces: all of it in one turn would keep everybody else waiting. */
const LONG = 1_000;
/** Rows of a piece. */
const PIECE = 500;
/** Each holds all its rows in memory until its text is made: so many do at once, and so many more wait. */
const [AT_ONCE, WAITING] = [4, 100];

const inTurn = limitConcurrency(AT_ONCE, WAITING);

/** Whether a query asks for so many rows. */
export const asksForMany = (query: unknown): boolean =>
  typeof query === 'object' && query !== null && 'limit' in query && Number(query.limit) > LONG;

/**
 * Reads such a list in its turn, and answers its JSON in pieces: the text that `serialize` writes of all of it.
 * Throws OVERLOADED where too many wait already.
 */
export const longList = (read: () => Promise<unknown>, serialize: Serialize): Promise<Buffer[]> =>
  inTurn(async () => inPieces(await read(), serialize));

type Serialize = (answer: unknown) => string;

/** What stands before and behind the rows is the same, whichever they are. */
export async function inPieces(answer: unknown, serialize: Serialize): Promise<Buffer[]> {
  if (!hasItems(answer) || answer.items.length <= LONG) return [Buffer.from(serialize(answer))];
  const [begin, end] = around(serialize({ ...answer, items: [] }));
  const pieces: Buffer[] = [];
  for (let at = 0; at < answer.items.length; at += PIECE) {
    const text = serialize({ ...answer, items: answer.items.slice(at, at + PIECE) });
    pieces.push(Buffer.from((at === 0 ? begin : ',') + text.slice(begin.length, text.length - end.length)));
    await setImmediate();
  }
  return [...pieces, Buffer.from(end)];
}

/** The contract of a list begins with its rows (`listOf`). */
function around(empty: string): [string, string] {
  const begin = '{"items":[';
  if (!empty.startsWith(begin)) throw new Error('An answer of many rows does not begin with them.');
  return [begin, empty.slice(begin.length)];
}

const hasItems = (answer: unknown): answer is { items: unknown[] } =>
  typeof answer === 'object' && answer !== null && 'items' in answer && Array.isArray(answer.items);
