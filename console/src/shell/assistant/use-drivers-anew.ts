/** The drivers of tokens begin anew before they are read: some know only what was plugged in when they began. */
import { useRef, useState } from 'react';
import type { useAssistant } from './assistant.ts';

/**
 * `lookBy(refetch)`: the next reading, which it begins, has them do so; `isLooking` until it is done. `beforeReading()`
 * is called by the query at each of its readings.
 */
export function useDriversAnew(assistant: ReturnType<typeof useAssistant>) {
  const isAsked = useRef(false);
  const [isLooking, setIsLooking] = useState(false);
  return {
    isLooking,
    async lookBy(refetch: () => Promise<unknown>): Promise<void> {
      isAsked.current = true;
      setIsLooking(true);
      await refetch();
      setIsLooking(false);
    },
    async beforeReading(): Promise<void> {
      if (!isAsked.current) return;
      isAsked.current = false;
      await assistant.ask('refresh', {});
    },
  };
}
