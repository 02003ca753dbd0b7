/** What many durations come to. Times are milliseconds. */

/** The durations of one measurement, the seconds they were taken in, and the rows that came with them. */
export type Sample = { durations: readonly number[]; seconds: number; rows: number };
export type Figures = { p50: number; p99: number; perSecond: number; rowsPerSecond: number; count: number };

/**
 * The smallest value that `share` (0 < share ≤ 1) of the sorted values do not exceed (nearest rank). Throws a
 * RangeError for no values.
 */
export function percentile(sorted: readonly number[], share: number): number {
  const value = sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)];
  if (value === undefined) throw new RangeError('There is no percentile of nothing.');
  return value;
}

/** p50, p99 and the numbers per second. Throws a RangeError when nothing was measured. */
export function figures({ durations, seconds, rows }: Sample): Figures {
  const sorted = durations.toSorted((a, b) => a - b);
  return {
    p50: percentile(sorted, 0.5),
    p99: percentile(sorted, 0.99),
    perSecond: sorted.length / seconds,
    rowsPerSecond: rows / seconds,
    count: sorted.length,
  };
}

/** The middle one of a few values. Throws a RangeError for none. */
export const median = (values: readonly number[]): number =>
  percentile(
    values.toSorted((a, b) => a - b),
    0.5,
  );
