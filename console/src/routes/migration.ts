/** The migration tool. */
import { ACCESS } from '@signet/contract/access';
import type { RouteSpec } from '../shell/routing/route-spec.ts';

export const migrationRoutes: readonly RouteSpec[] = [
  {
    path: 'migrationTool',
    title: 'nav.migration',
    access: ACCESS.migration.use,
    page: () => import('../areas/migration/MigrationPage.tsx'),
    children: [
      {
        path: '$id',
        title: 'migration.one',
        access: ACCESS.migration.receive,
        page: () => import('../areas/migration/ArrivalPage.tsx'),
      },
    ],
  },
];
