/** Certificate authorities. */
import { ACCESS } from '@signet/contract/access';
import type { RouteSpec } from '../shell/routing/route-spec.ts';

const { view, manage, create } = ACCESS.certificateAuthorities;

export const authoritiesRoutes: readonly RouteSpec[] = [
  {
    path: 'ca/authorities',
    title: 'authorities.title',
    access: view,
    page: () => import('../areas/certificate-authorities/AuthoritiesPage.tsx'),
    children: [
      {
        path: 'create',
        title: 'authorities.create',
        does: true,
        access: create,
        page: () => import('../areas/certificate-authorities/AuthorityCreatePage.tsx'),
      },
      {
        path: '$id',
        title: 'authorities.one',
        access: view,
        page: () => import('../areas/certificate-authorities/AuthorityPage.tsx'),
        children: [
          {
            path: 'renew',
            title: 'authorities.renew',
            access: manage,
            page: () => import('../areas/certificate-authorities/AuthorityRenewPage.tsx'),
          },
        ],
      },
    ],
  },
];
