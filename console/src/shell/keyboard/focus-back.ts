/** Where the focus goes when a form that opened within its page is closed. */
import { useEffect, useRef, type RefObject } from 'react';

/** The ref of the button that opens the form: it gets the focus back, since what had it is no longer there. */
export function useFocusBack(editing: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  useEffect(() => {
    if (wasEditing.current && !editing) button.current?.focus();
    wasEditing.current = editing;
  }, [editing]);
  return button;
}
