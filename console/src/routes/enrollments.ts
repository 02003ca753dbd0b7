/** Invitations to certificates. */
import { ACCESS } from '@signet/contract/access';
import type { RouteSpec } from '../shell/routing/route-spec.ts';

export const enrollmentsRoutes: readonly RouteSpec[] = [
  {
    path: 'ca/enrollments',
    title: 'nav.enrollments',
    access: ACCESS.enrollments.view,
    page: () => import('../areas/enrollments/EnrollmentsPage.tsx'),
    children: [
      {
        path: 'create',
        title: 'enrollments.invite',
        does: true,
        access: ACCESS.enrollments.invite,
        page: () => import('../areas/enrollments/InvitePage.tsx'),
      },
      {
        path: 'bulk-create',
        title: 'enrollments.many.title',
        does: true,
        access: ACCESS.enrollments.invite,
        page: () => import('../areas/enrollments/InviteManyPage.tsx'),
      },
      {
        path: 'bulk/$plan',
        title: 'bulk.page',
        access: ACCESS.enrollments.view,
        page: () => import('../areas/bulk/BulkPage.tsx'),
      },
      {
        path: '$id',
        title: 'enrollments.one',
        access: ACCESS.enrollments.view,
        page: () => import('../areas/enrollments/EnrollmentPage.tsx'),
      },
    ],
  },
];
