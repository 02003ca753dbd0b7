import type { ADMINISTRATOR_FILTERS } from '@signet/contract/areas/administrator-record';
import type { soundFilters } from '../../shell/list/declared-filters.ts';

export type ListFilters = ReturnType<typeof soundFilters<typeof ADMINISTRATOR_FILTERS>>;
/** What chooses the people of a plan: these ids, or all that match the filters with null. */
export type Choose = (ids: readonly string[] | null) => { ids: string[] } | { filters: ListFilters };
