/** Ctrl and Enter submit a form from any of its fields. */
import { useLayoutEffect, type RefObject } from 'react';

export function useSubmitKey(form: RefObject<HTMLFormElement | null>): void {
  // Before the form shows: what can be seen listens.
  useLayoutEffect(() => {
    const element = form.current;
    const pressed = (event: KeyboardEvent) => {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) element?.requestSubmit();
    };
    element?.addEventListener('keydown', pressed);
    return () => element?.removeEventListener('keydown', pressed);
  }, [form]);
}
