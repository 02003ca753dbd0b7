/** The audit log, and what ends soon. */
import { ACCESS } from '@signet/contract/access';
import type { RouteSpec } from '../shell/routing/route-spec.ts';

export const reportingRoutes: readonly RouteSpec[] = [
  // Both addresses show the events (S-076).
  {
    path: 'reporting',
    title: 'nav.reporting',
    access: ACCESS.auditLog.view,
    page: () => import('../areas/audit-log/LoggingPage.tsx'),
    children: [
      {
        path: 'logging',
        title: 'nav.logging',
        access: ACCESS.auditLog.view,
        page: () => import('../areas/audit-log/LoggingPage.tsx'),
        children: [
          {
            path: '$id',
            title: 'audit.event',
            access: ACCESS.auditLog.view,
            page: () => import('../areas/audit-log/EventPage.tsx'),
          },
        ],
      },
      {
        path: 'ends-soon',
        title: 'nav.endsSoon',
        access: ACCESS.endsSoon.view,
        page: () => import('../areas/ends-soon/EndsSoonPage.tsx'),
      },
    ],
  },
];
