/** Organizations and their contacts. */
import { ACCESS } from '@signet/contract/access';
import { recordPage } from '../shell/detail/record-section.ts';
import type { RouteSpec } from '../shell/routing/route-spec.ts';

export const organizationsRoutes: readonly RouteSpec[] = [
  {
    path: 'ca/organizations',
    title: 'organizations.title',
    access: ACCESS.organizations.view,
    page: () => import('../areas/organizations/OrganizationsPage.tsx'),
    children: [
      {
        path: 'create',
        title: 'organizations.create',
        does: true,
        access: ACCESS.organizations.manage,
        page: () => import('../areas/organizations/OrganizationCreatePage.tsx'),
      },
      {
        path: 'bulk/$plan',
        title: 'bulk.page',
        access: ACCESS.organizations.view,
        page: () => import('../areas/bulk/BulkPage.tsx'),
      },
      {
        path: '$id',
        title: 'organizations.one',
        access: ACCESS.organizations.view,
        page: recordPage(
          () => import('../areas/organizations/OrganizationPage.tsx'),
          () => import('../sections/organization.ts'),
        ),
        children: [
          {
            path: 'edit',
            title: 'organizations.edit',
            access: ACCESS.organizations.manage,
            page: () => import('../areas/organizations/OrganizationEditPage.tsx'),
          },
          {
            path: 'create-contact',
            title: 'contacts.create',
            access: ACCESS.organizations.manage,
            page: () => import('../areas/organizations/ContactCreatePage.tsx'),
          },
          {
            path: '$contactId',
            title: 'contacts.one',
            access: ACCESS.organizations.manage,
            page: () => import('../areas/organizations/ContactEditPage.tsx'),
          },
        ],
      },
    ],
  },
];
