/** Acts on many records at once; the page of a plan is a child of its list. */
import { ACCESS } from '@signet/contract/access';
import type { RouteSpec } from '../shell/routing/route-spec.ts';

export const bulkRoutes: readonly RouteSpec[] = [
  { path: 'bulk', title: 'bulk.runs', access: ACCESS.bulk.view, page: () => import('../areas/bulk/BulkRunsPage.tsx') },
];
