/** Seats, and what is issued for them. */
import { ACCESS } from '@signet/contract/access';
import { recordPage } from '../shell/detail/record-section.ts';
import type { RouteSpec } from '../shell/routing/route-spec.ts';

export const seatsRoutes: readonly RouteSpec[] = [
  {
    path: 'ca/seats',
    title: 'nav.seats',
    access: ACCESS.seats.view,
    page: () => import('../areas/seats/SeatsPage.tsx'),
    children: [
      {
        path: 'create',
        title: 'seats.create',
        does: true,
        access: ACCESS.seats.manage,
        page: () => import('../areas/seats/SeatCreatePage.tsx'),
      },
      {
        path: '$id',
        title: 'seats.one',
        access: ACCESS.seats.view,
        page: recordPage(
          () => import('../areas/seats/SeatPage.tsx'),
          () => import('../sections/seat.ts'),
        ),
        children: [
          {
            path: 'edit',
            title: 'seats.edit',
            access: ACCESS.seats.manage,
            page: () => import('../areas/seats/SeatEditPage.tsx'),
          },
          {
            path: 'issue',
            title: 'seats.issue',
            access: ACCESS.certificates.issue,
            page: () => import('../areas/seats/IssuePage.tsx'),
          },
        ],
      },
    ],
  },
];
