/** Counts down to the moment from which on something may be tried again. */
import { useEffect, useState } from 'react';

/** The seconds that are left of `seconds` since it was given; 0 for null. */
export function useSecondsLeft(seconds: number | null): number {
  const [left, setLeft] = useState(seconds ?? 0);
  useEffect(() => {
    const end = Date.now() + (seconds ?? 0) * 1_000;
    const count = (): void => setLeft(Math.max(0, Math.ceil((end - Date.now()) / 1_000)));
    count();
    const timer = setInterval(count, 1_000);
    return () => clearInterval(timer);
  }, [seconds]);
  return left;
}
