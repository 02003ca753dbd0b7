/** How the list of audit events is filtered and sorted. */
import { AUDIT_ACTIONS, AUDIT_RESOURCES, AUDIT_RESULTS, AUDIT_VIAS } from '../audit.ts';
import { filters } from '../filter.ts';
import { LIMITS } from '../limits.ts';

/** Actions, resources and results are those of S-128 to S-130. */
export const AUDIT_EVENT_FILTERS = filters({
  text: {
    type: 'text',
    max: LIMITS.searchTextMax,
    description:
      'Rows where the name of the resource or of the person contains this; neither case nor accents matter. ' +
      'Of an id, the row of this id and those of the resource of this id.',
  },
  action: { type: 'choice', of: AUDIT_ACTIONS },
  resource_type: { type: 'choice', of: AUDIT_RESOURCES },
  result: { type: 'choice', of: AUDIT_RESULTS },
  from: { type: 'day', description: 'Rows of this day or later.' },
  to: { type: 'day', notBefore: 'from', description: 'Rows of this day or before.' },
  actor_id: { type: 'id', description: 'Rows of what this person did.' },
  others: {
    type: 'boolean',
    description: 'Rows of what somebody else than oneself did, or those of oneself and of nobody that is known.',
  },
  actor_via: { type: 'choice', of: AUDIT_VIAS, description: 'Rows whose actor was known by this.' },
  resource_id: { type: 'text', max: 256, description: 'Rows of this very resource, by its id.' },
  account_id: { type: 'id', description: 'Rows that concern this account.' },
});

/** Events are read in the order of time alone. */
export const AUDIT_EVENT_SORT = ['at'] as const;
