/** Tables and numbers as they stand in a Markdown file. */

/**
 * A table; cells are written as they are but for what would end them. The first column is left-aligned, the others as
 * told, right unless `left`.
 */
export function table(heads: readonly string[], rows: readonly (readonly string[])[], left = 1): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', String.raw`\|`).replaceAll('\n', ' ')).join(' | ')} |`;
  const rule = `|${heads.map((_, index) => (index < left ? '---' : '--:')).join('|')}|`;
  return [line(heads), rule, ...rows.map(line)].join('\n');
}

/** Three digits that mean something: 0.123, 4.56, 78.9, 1,234. */
export function short(value: number): string {
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : value >= 1 ? 2 : 3;
  return value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** Thousands of bytes: "147 KB". */
export const kilobytes = (bytes: number): string => `${Math.round(bytes / 1000).toLocaleString('en-US')} KB`;
/** Seconds from milliseconds: "0.42 s". */
export const inSeconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(2)} s`;
