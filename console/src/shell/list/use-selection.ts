import { useEffect, useRef, useState } from 'react';
import { onDeletion } from '../../api/deletions.ts';
import { NOTHING, ranged, toggled, type Selection } from './selection.ts';

/** Which rows of a list are selected: some, on whatever page, or all that match the filters. */
export type SelectionState = {
  /** By their ids; of all that match, only those of the page. */
  selected: Selection;
  /** True where all that match are selected. */
  all: boolean;
  /** How many of the page. */
  here: number;
  /** True once a selection has ended with its filters. */
  dropped: boolean;
  toggle: (id: string, range: boolean) => void;
  /** All rows of the page, or none of them where all are. */
  togglePage: () => void;
  selectAll: () => void;
  clear: () => void;
};

/**
 * `ids`: the rows of the page. `filters`: anything that says which rows match; when it changes, the selection ends.
 * `isOld`: the rows are those from before, while others are on their way.
 */
export function useSelection(ids: readonly string[], filters: string, isOld: boolean): SelectionState {
  const [kept, setKept] = useState(NOTHING);
  const [all, setAll] = useState(false);
  const [dropped, setDropped] = useState(false);
  const anchor = useRef<string | null>(null);
  const inForce = useRef(filters);
  /** What the rows on screen match. */
  const [matched, setMatched] = useState(filters);
  if (!isOld && matched !== filters) setMatched(filters);
  const selected = all ? new Set(ids) : kept;
  const here = ids.filter((id) => selected.has(id)).length;

  useEffect(() => {
    if (inForce.current === filters) return;
    inForce.current = filters;
    anchor.current = null;
    setDropped(all || kept.size > 0);
    setKept(NOTHING);
    setAll(false);
    // oxlint-disable-next-line react/exhaustive-deps -- only other filters count
  }, [filters]);

  // What is no more can't be seen to be selected, nor be unselected.
  useEffect(() => onDeletion((id) => setKept((before) => (before.has(id) ? toggled(before, id) : before))), []);

  const select = (next: Selection, isAll = false) => {
    // Rows of the filters before would stay selected out of sight.
    if (isOld && matched !== filters) return;
    setKept(next);
    setAll(isAll);
    setDropped(false);
  };
  return {
    selected,
    all,
    here,
    dropped,
    toggle(id, range) {
      select(range ? ranged(selected, ids, anchor.current, id, !selected.has(id)) : toggled(selected, id));
      anchor.current = id;
    },
    togglePage() {
      const others = [...kept].filter((id) => !ids.includes(id));
      select(new Set(here === ids.length ? others : [...kept, ...ids]));
    },
    selectAll: () => select(NOTHING, true),
    clear: () => select(NOTHING),
  };
}
