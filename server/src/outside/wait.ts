/**
 * How long somebody outside is left alone after so many failed tries, in seconds: `first` after the first one, after
 * each further one twice as long, `longest` at most.
 */
export const doublingWait =
  (first: number, longest: number) =>
  (failedTries: number): number =>
    Math.min(first * 2 ** Math.min(failedTries - 1, 16), longest);
