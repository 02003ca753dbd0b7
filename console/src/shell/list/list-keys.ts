/** Keys of lists: / to the filter, [ and ] through the pages. */
import { useEffect, type RefObject } from 'react';
import { isTyping } from '../shortcuts.ts';
import type { List } from './list-state.ts';

export function useListKeys<F extends string>(box: RefObject<HTMLElement | null>, list: List<F>, hasNext: boolean): void {
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(event.target)) return;
      if (event.key === '/') {
        const field = box.current?.querySelector<HTMLInputElement>('[data-list-filter]');
        if (!field) return;
        event.preventDefault();
        field.focus();
      }
      if (event.key === '[' && list.page > 1) list.setPage(list.page - 1);
      if (event.key === ']' && hasNext) list.setPage(list.page + 1);
    };
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  });
}
