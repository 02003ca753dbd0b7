import { useEffect } from 'react';

/** While leaving the console would end what is under way, or lose what it shows this once, the browser asks first. */
export function useStayWhile(busy: boolean): void {
  useEffect(() => {
    if (!busy) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [busy]);
}
