/** How plans, and the rows of one, are filtered and sorted. */
import { BULK_ACTS, BULK_OUTCOMES, BULK_STATUSES, BULK_VERDICTS } from '../bulk-names.ts';
import { filters } from '../filter.ts';
import { LIMITS } from '../limits.ts';

export const BULK_FILTERS = filters({
  act: { type: 'choice', of: BULK_ACTS },
  status: { type: 'choice', of: BULK_STATUSES },
  own: { type: 'boolean', description: 'Plans of one’s own, or runs of others.' },
  attention: {
    type: 'boolean',
    description: 'With true: runs of one’s own that are under way, or have ended and were not looked at since.',
  },
});

/** Within one's own, which come first, and within those of others. */
export const BULK_SORT = ['made_at'] as const;

/** `waiting` are the rows that will change and have not been reached. */
export const BULK_ROW_FILTERS = filters({
  name: { type: 'text', max: LIMITS.nameMax },
  verdict: { type: 'choice', of: BULK_VERDICTS },
  outcome: { type: 'choice', of: [...BULK_OUTCOMES, 'waiting'] },
});

/** `position`: refused first, then those that change, then those that stay; by name. */
export const BULK_ROW_SORT = ['position', 'name'] as const;
