/** Certificates of people, devices and servers, and by what they are made. */
import { ACCESS } from '@signet/contract/access';
import type { RouteSpec } from '../shell/routing/route-spec.ts';

export const certificatesRoutes: readonly RouteSpec[] = [
  {
    path: 'ca/certificates',
    title: 'nav.certificates',
    access: ACCESS.certificates.view,
    page: () => import('../areas/certificates/CertificatesPage.tsx'),
    children: [
      {
        path: 'bulk/$plan',
        title: 'bulk.page',
        access: ACCESS.certificates.revoke,
        page: () => import('../areas/bulk/BulkPage.tsx'),
      },
      {
        path: '$id',
        title: 'certificateList.one',
        access: ACCESS.certificates.view,
        page: () => import('../areas/certificates/CertificatePage.tsx'),
      },
    ],
  },
  {
    path: 'ca/certificate-profiles',
    title: 'nav.certificateProfiles',
    access: ACCESS.certificateProfiles.view,
    page: () => import('../areas/certificate-profiles/CertificateProfilesPage.tsx'),
    children: [
      {
        path: 'create',
        title: 'certificateProfiles.create',
        does: true,
        access: ACCESS.certificateProfiles.manage,
        page: () => import('../areas/certificate-profiles/CertificateProfileCreatePage.tsx'),
      },
      {
        path: '$id',
        title: 'certificateProfiles.one',
        access: ACCESS.certificateProfiles.view,
        page: () => import('../areas/certificate-profiles/CertificateProfilePage.tsx'),
        children: [
          {
            path: 'edit',
            title: 'certificateProfiles.edit',
            access: ACCESS.certificateProfiles.manage,
            page: () => import('../areas/certificate-profiles/CertificateProfileEditPage.tsx'),
          },
        ],
      },
    ],
  },
  {
    path: 'ca/certificate-templates',
    title: 'nav.certificateTemplates',
    access: ACCESS.certificateTemplates.view,
    page: () => import('../areas/certificate-templates/CertificateTemplatesPage.tsx'),
    children: [
      {
        path: 'create',
        title: 'templates.create',
        does: true,
        access: ACCESS.certificateTemplates.manage,
        page: () => import('../areas/certificate-templates/CertificateTemplateCreatePage.tsx'),
      },
      {
        path: '$id',
        title: 'templates.one',
        access: ACCESS.certificateTemplates.view,
        page: () => import('../areas/certificate-templates/CertificateTemplatePage.tsx'),
        children: [
          {
            path: 'edit',
            title: 'templates.edit',
            access: ACCESS.certificateTemplates.manage,
            page: () => import('../areas/certificate-templates/CertificateTemplateEditPage.tsx'),
          },
        ],
      },
    ],
  },
];
