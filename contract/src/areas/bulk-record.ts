/** How the rows of a plan are filtered and sorted. */
import { BULK_OUTCOMES, BULK_VERDICTS } from '../bulk-names.ts';
import { filters } from '../filter.ts';
import { LIMITS } from '../limits.ts';

/** `waiting` are the rows that will change and have not been reached. */
export const BULK_ROW_FILTERS = filters({
  name: { type: 'text', max: LIMITS.nameMax },
  verdict: { type: 'choice', of: BULK_VERDICTS },
  outcome: { type: 'choice', of: [...BULK_OUTCOMES, 'waiting'] },
});

/** `position`: refused first, then those that change, then those that stay; by name. */
export const BULK_ROW_SORT = ['position', 'name'] as const;
