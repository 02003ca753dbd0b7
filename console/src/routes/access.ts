/** Access: administrators, service users and roles. */
import { ACCESS } from '@signet/contract/access';
import { paths } from '../paths.ts';
import { recordPage } from '../shell/detail/record-section.ts';
import type { RouteSpec } from '../shell/routing/route-spec.ts';

export const accessRoutes: readonly RouteSpec[] = [
  { path: 'access', title: 'nav.access', redirect: paths.administrators },
  {
    path: 'access/administrators',
    title: 'nav.administrators',
    access: ACCESS.administrators.view,
    page: () => import('../areas/administrators/AdministratorsPage.tsx'),
    children: [
      {
        path: 'create',
        title: 'administrators.create',
        does: true,
        access: ACCESS.administrators.manage,
        page: () => import('../areas/administrators/AdministratorCreatePage.tsx'),
      },
      // Another address of the same page, where user roles are on (S-050).
      {
        path: 'role-user-create',
        title: 'administrators.create',
        access: ACCESS.administrators.giveRoles,
        page: () => import('../areas/administrators/AdministratorCreatePage.tsx'),
      },
      // With roles, where user roles are on (S-051). The palette has a page by the first of its addresses that is open.
      {
        path: 'role-bulk-user-create',
        title: 'administrators.many.title',
        does: true,
        access: ACCESS.administrators.giveRoles,
        page: () => import('../areas/administrators/many/ManyCreatePage.tsx'),
      },
      // Another address of the same page, which gives no roles (S-052).
      {
        path: 'bulk-user-create',
        title: 'administrators.many.title',
        does: true,
        access: ACCESS.administrators.manage,
        page: () => import('../areas/administrators/many/ManyCreatePage.tsx'),
      },
      {
        path: 'bulk/$plan',
        title: 'bulk.page',
        access: ACCESS.administrators.view,
        page: () => import('../areas/bulk/BulkPage.tsx'),
      },
      {
        // Everybody may look at the own details.
        path: '$id',
        title: 'administrators.one',
        page: recordPage(
          () => import('../areas/administrators/AdministratorPage.tsx'),
          () => import('../sections/administrator.ts'),
        ),
        children: [
          {
            path: 'edit',
            title: 'administrators.edit',
            access: ACCESS.administrators.manage,
            page: () => import('../areas/administrators/AdministratorEditPage.tsx'),
          },
          // Another address of the same page, where user roles are on (S-048).
          {
            path: 'role-user-edit',
            title: 'administrators.edit',
            access: ACCESS.administrators.giveRoles,
            page: () => import('../areas/administrators/AdministratorEditPage.tsx'),
          },
          {
            path: 'role-edit',
            title: 'administrators.editRoles',
            access: ACCESS.administrators.giveRoles,
            page: () => import('../areas/administrators/AdministratorRolesEditPage.tsx'),
          },
          {
            path: 'create-api-Token',
            title: 'tokens.create',
            page: () => import('../areas/api-tokens/TokenCreatePage.tsx'),
          },
          {
            path: 'edit-api-Token/$tokenId',
            title: 'tokens.edit',
            page: () => import('../areas/api-tokens/TokenEditPage.tsx'),
          },
          {
            path: 'client-auth',
            title: 'clientAuth.generate',
            page: () => import('../areas/client-auth-certificates/GenerateCertificatePage.tsx'),
          },
          {
            path: 'upload-certificate',
            title: 'clientAuth.upload',
            page: () => import('../areas/client-auth-certificates/UploadCertificatePage.tsx'),
          },
        ],
      },
    ],
  },
  {
    path: 'access/service-user',
    title: 'serviceUsers.title',
    access: ACCESS.serviceUsers.view,
    page: () => import('../areas/service-users/ServiceUsersPage.tsx'),
    children: [
      {
        path: 'create',
        title: 'serviceUsers.create',
        does: true,
        access: ACCESS.serviceUsers.manage,
        page: () => import('../areas/service-users/ServiceUserCreatePage.tsx'),
      },
      {
        path: '$id',
        title: 'serviceUsers.one',
        access: ACCESS.serviceUsers.view,
        page: recordPage(
          () => import('../areas/service-users/ServiceUserPage.tsx'),
          () => import('../sections/service-user.ts'),
        ),
        children: [
          {
            path: 'edit',
            title: 'serviceUsers.edit',
            access: ACCESS.serviceUsers.manage,
            page: () => import('../areas/service-users/ServiceUserEditPage.tsx'),
          },
          // The same pages as below an administrator (S-053, S-054), whose crumbs lead to the service user.
          {
            path: 'create-api-Token',
            title: 'tokens.create',
            page: () => import('../areas/api-tokens/TokenCreatePage.tsx'),
          },
          {
            path: 'edit-api-Token/$tokenId',
            title: 'tokens.edit',
            page: () => import('../areas/api-tokens/TokenEditPage.tsx'),
          },
          {
            path: 'client-auth',
            title: 'clientAuth.generate',
            page: () => import('../areas/client-auth-certificates/ServiceUserGenerateCertificatePage.tsx'),
          },
          {
            path: 'upload-certificate',
            title: 'clientAuth.upload',
            page: () => import('../areas/client-auth-certificates/ServiceUserUploadCertificatePage.tsx'),
          },
        ],
      },
    ],
  },
  // Other addresses of the pages above (S-057, S-058). The palette, which knows a page by its first one, has those.
  {
    path: 'access/administrators/role-service-user-create',
    title: 'serviceUsers.create',
    access: ACCESS.serviceUsers.manage,
    above: () => [{ to: paths.administrators(), title: 'nav.administrators', access: ACCESS.administrators.view }],
    page: () => import('../areas/service-users/ServiceUserCreatePage.tsx'),
  },
  {
    path: 'access/administrators/$id/role-service-user-edit',
    title: 'serviceUsers.edit',
    access: ACCESS.serviceUsers.manage,
    // Below an administrator's address there is no service user (decision 038).
    above: ({ id = '' }) => [
      { to: paths.serviceUsers(), title: 'serviceUsers.title', access: ACCESS.serviceUsers.view },
      { to: paths.serviceUser(id), title: 'serviceUsers.one', access: ACCESS.serviceUsers.view },
    ],
    page: () => import('../areas/service-users/ServiceUserEditPage.tsx'),
  },
  {
    path: 'access/manage-user-roles',
    title: 'nav.userRoles',
    access: ACCESS.roles.view,
    page: () => import('../areas/roles/RolesPage.tsx'),
    children: [
      {
        path: 'create-role',
        title: 'roles.create',
        does: true,
        access: ACCESS.roles.manage,
        page: () => import('../areas/roles/RoleCreatePage.tsx'),
      },
      {
        path: 'edit-role/$id',
        title: 'roles.edit',
        access: ACCESS.roles.manage,
        page: () => import('../areas/roles/RoleEditPage.tsx'),
      },
      {
        path: 'clone-role/$id',
        title: 'roles.clone',
        access: ACCESS.roles.manage,
        page: () => import('../areas/roles/RoleClonePage.tsx'),
      },
      {
        path: 'role-detail/$id',
        title: 'roles.one',
        access: ACCESS.roles.view,
        page: recordPage(
          () => import('../areas/roles/RolePage.tsx'),
          () => import('../sections/role.ts'),
        ),
      },
      {
        path: 'compare',
        title: 'roles.compare',
        does: true,
        access: ACCESS.roles.view,
        page: () => import('../areas/roles/RoleComparePage.tsx'),
      },
    ],
  },
];
