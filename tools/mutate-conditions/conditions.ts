/** What the run takes away: a condition of a query, or a refusal. */
import { parseAst } from 'rolldown/parseAst';

export type Condition = { id: number; file: string; line: number; text: string };

/** A piece of a source, and what is put around it. */
type Switch = { from: number; to: number; before: (id: number) => string; after: string };
type Node = { type: string; start: number; end: number } & Record<string, unknown>;

/** Whether the condition of that number is taken away now; nothing outside the tests asks. */
const taken = (id: number): string => `globalThis.signetWithout?.(${id})`;

/**
 * The source with a switch at each condition, so that all are compiled once and taken away one at a time
 * (switches.ts); and those conditions, numbered from `first` on.
 */
export function withSwitches(file: string, source: string, first: number): { source: string; conditions: Condition[] } {
  const switches = switchesOf(source);
  const conditions = switches.map(({ from, to }, index) => ({
    id: first + index,
    file,
    line: source.slice(0, from).split('\n').length,
    text: source.slice(from, to).replaceAll(/\s+/g, ' ').trim(),
  }));
  const pieces = switches.flatMap(({ from, to, before, after }, index) => [
    { at: from, closes: false, index, text: before(first + index) },
    { at: to, closes: true, index, text: after },
  ]);
  // In one place what ends there comes before what begins; of two that end there, the inner one was found later.
  pieces.sort(
    (a, b) => a.at - b.at || Number(b.closes) - Number(a.closes) || (a.closes ? b.index - a.index : a.index - b.index),
  );
  let [out, at] = ['', 0];
  for (const piece of pieces) {
    out += source.slice(at, piece.at) + piece.text;
    at = piece.at;
  }
  return { source: out + source.slice(at), conditions };
}

function switchesOf(source: string): Switch[] {
  const found: Switch[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) {
      for (const one of value) visit(one);
      return;
    }
    if (!isNode(value)) return;
    found.push(...ofCall(value, source), ...ofRefusal(value), ...ofSql(value, source));
    for (const one of Object.values(value)) visit(one);
  };
  visit(parseAst(source, { lang: 'ts' }).body);
  return found;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** `.where(…)` of a query that is built. One that waits for something can't be put into a function. */
function ofCall(node: Node, source: string): Switch[] {
  const callee = node['callee'] as (Node & { property?: { name?: string }; object?: Node }) | undefined;
  if (node.type !== 'CallExpression' || callee?.property?.name !== 'where' || !callee.object) return [];
  const from = callee.object.end;
  if (/\bawait\b/.test(source.slice(from, node.end))) return [];
  const before = (id: number): string => `.$call((query${id}) => ${taken(id)} ? query${id} : query${id}`;
  return [{ from, to: node.end, before, after: ')' }];
}

/** `if (…) throw …`: what is refused is done. */
function ofRefusal(node: Node): Switch[] {
  const [test, then] = [node['test'] as Node, node['consequent'] as Node & { body?: Node[] }];
  if (node.type !== 'IfStatement' || node['alternate']) return [];
  const only = then.type === 'BlockStatement' && then.body?.length === 1 ? then.body[0] : then;
  if (only?.type !== 'ThrowStatement') return [];
  return [{ from: test.start, to: test.end, before: (id) => `!${taken(id)} && (`, after: ')' }];
}

/** What a condition of a line of SQL ends before. */
const NEXT = 'and|or|order by|limit|offset|returning|group by|having|window|for |union|then|on conflict|join|left|as';
const ENDS = new RegExp(String.raw`^(?:;|\s+(?:${NEXT})\b)`);

/** Each condition after `where` and `and` in SQL that is written, as far as it stands in one line. */
function ofSql(node: Node, source: string): Switch[] {
  const { name } = (node['tag'] ?? {}) as { name?: string };
  if (node.type !== 'TaggedTemplateExpression' || name !== 'sql') return [];
  const quasi = node['quasi'] as Node & { expressions: Node[] };
  // What is filled in is passed over here: it is code, and looked at as such. So are texts in quotes.
  const masked = source.slice(quasi.start + 1, quasi.end - 1).split('');
  for (const { start, end } of quasi.expressions)
    for (let at = start - 2; at <= end; at += 1) masked[at - quasi.start - 1] = '\u0001';
  const text = masked.join('').replaceAll(/'[^']*'/g, (quoted) => '\u0001'.repeat(quoted.length));
  return [...linesOf(text)].flatMap(({ at, line }) =>
    /--|\bbetween\b/.test(line)
      ? []
      : [...line.matchAll(/\b(?:where|and)\s+(?=\S)/g)].flatMap((match) => {
          const from = match.index + match[0].length;
          const to = endOfCondition(line, from);
          if (to === null) return [];
          const place = quasi.start + 1 + at;
          const before = (id: number): string => `\${${taken(id)} ? sql\`true\` : sql\``;
          return [{ from: place + from, to: place + to, before, after: '`}' }];
        }),
  );
}

function* linesOf(text: string): Generator<{ at: number; line: string }> {
  let at = 0;
  for (const line of text.split('\n')) {
    yield { at, line };
    at += line.length + 1;
  }
}

/** Null where it goes on in another line, or is a part of what `or` stands beside. */
function endOfCondition(line: string, from: number): number | null {
  let [depth, at] = [0, from];
  for (; at < line.length; at += 1) {
    if (line[at] === '(') depth += 1;
    if (line[at] === ')' && --depth < 0) break;
    if (depth === 0 && ENDS.test(line.slice(at))) break;
  }
  const text = line.slice(from, at).trimEnd();
  return depth > 0 || text === '' || /^\s+or\b/.test(line.slice(at)) ? null : from + text.length;
}
