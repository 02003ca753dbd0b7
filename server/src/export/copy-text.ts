/** Rows in the text format of COPY (https://www.postgresql.org/docs/current/sql-copy.html, "Text Format"). */

/** What a column holds, as PostgreSQL writes its type; null for no value. */
export type Value = string | null;

const ESCAPES: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };
const ESCAPED: Record<string, string> = {
  '\\': String.raw`\\`,
  ...Object.fromEntries(Object.entries(ESCAPES).map(([letter, character]) => [character, `\\${letter}`])),
};

/** The rows of a frame, each as the values of its columns in order. */
export function* readRows(data: Buffer): Generator<Value[]> {
  for (let from = 0; from < data.length;) {
    const at = data.indexOf(0x0a, from);
    const end = at < 0 ? data.length : at;
    yield data.toString('utf8', from, end).split('\t').map(readValue);
    from = end + 1;
  }
}

const readValue = (text: string): Value =>
  text === String.raw`\N` ? null : text.replace(/\\(.)/gs, (_, letter: string) => ESCAPES[letter] ?? letter);

/** One row, with its line end. */
export const writeRow = (values: readonly Value[]): string => `${values.map(writeValue).join('\t')}\n`;

const writeValue = (value: Value): string =>
  value === null ? String.raw`\N` : value.replace(/[\\\b\f\n\r\t\v]/g, (character) => ESCAPED[character] ?? character);
