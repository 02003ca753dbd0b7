/** The drivers of tokens begin anew before they are read: some know only what was plugged in when they began. */
import { useRef } from 'react';
import type { useAssistant } from './assistant.ts';

/** `ask()`: the next reading is to do so. `beforeReading()` does it where it was asked for; the query calls it. */
export function useDriversAnew(assistant: ReturnType<typeof useAssistant>) {
  const isAsked = useRef(false);
  return {
    ask: (): void => {
      isAsked.current = true;
    },
    async beforeReading(): Promise<void> {
      if (!isAsked.current) return;
      isAsked.current = false;
      await assistant.ask('refresh', {});
    },
  };
}
