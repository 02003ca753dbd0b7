import { useEffect, useState } from 'react';

/** Whether a moment has come, by the clock of the page (`performance.now()`). */
export function useDelay(until: number): boolean {
  const [isDue, setDue] = useState(() => performance.now() >= until);
  useEffect(() => {
    if (isDue) return;
    const timer = setTimeout(() => setDue(true), Math.max(0, until - performance.now()));
    return () => clearTimeout(timer);
  }, [isDue, until]);
  return isDue;
}
