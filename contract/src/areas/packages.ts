import { z } from 'zod';
import { ACCESS } from '../access.ts';
import { endpoint } from '../endpoint.ts';
import { id, ONE_ACCOUNT } from '../fields.ts';
import {
  PACKAGE_CATEGORIES,
  PACKAGE_FEATURES,
  PACKAGE_OF,
  PACKAGED_APPLICATIONS,
  PACKAGES,
  type PackageId,
} from './package-catalogue.ts';

const packageCode = z.enum(PACKAGES);
const IDS = ['pkg_essential', 'pkg_advanced', 'pkg_premium'] as const satisfies PackageId[];

/** A package by its name or its id: `premium` and `pkg_premium` are one. */
const packageByEither = z.enum([...PACKAGES, ...IDS]).transform((named) => PACKAGE_OF[named]);

const application = z.enum(PACKAGED_APPLICATIONS);

/** What an account holds, by application; one that is not named holds none. */
export const accountPackages = z
  .object({
    packages: z.array(z.object({ application_code: application, package_code: packageCode })),
    /** Why the viewer may enable none, whichever it is; null where one may be enabled. */
    why_not: z.object({ status: z.string() }).nullable(),
  })
  .meta({ shape: 'AccountPackages' });
export type AccountPackages = z.output<typeof accountPackages>;

const packageEnable = z.strictObject({
  package_code: packageByEither,
  /**
   * The package that was read, null for none. Another one is then refused with PACKAGE_CHANGED. Without it the call
   * does not ask whether somebody else has enabled one meanwhile.
   */
  old_package_code: packageByEither.nullable().optional(),
});
export type PackageEnable = z.output<typeof packageEnable>;

const inEachPackage = z.object({ essential: z.boolean(), advanced: z.boolean(), premium: z.boolean() });

export const packages = {
  read: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/package/account/{id}',
    summary: 'The packages that an account holds, by application, and whether the caller may enable others.',
    access: ACCESS.packages.view,
    params: ONE_ACCOUNT,
    success: 200,
    response: accountPackages,
  }),
  catalogue: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/package/{application}/catalogue',
    summary: 'The packages of an application: to which each can be upgraded, and which features each has.',
    access: ACCESS.packages.view,
    params: z.strictObject({ application: application.describe('The app_code of an application with packages.') }),
    success: 200,
    response: z.object({
      packages: z.array(z.object({ package_id: z.enum(IDS), name: packageCode, canUpgradeTo: z.array(packageCode) })),
      categories: z.array(
        z.object({
          category: z.enum(PACKAGE_CATEGORIES),
          features: z.array(z.object({ featureId: z.enum(PACKAGE_FEATURES), availability: inEachPackage })),
        }),
      ),
    }),
  }),
  enable: endpoint({
    method: 'PUT',
    path: '/account/ui-api/v1/package/account/{id}/application/{app}',
    summary: 'Enables a package for an account, or upgrades the one it holds. There is no way back to a smaller one.',
    access: ACCESS.packages.enable,
    audit: { action: 'UPDATE', resource: 'PACKAGE' },
    params: z.strictObject({
      id: id.describe('Names the account.'),
      app: application.describe('The app_code of an application with packages.'),
    }),
    body: packageEnable,
    success: 200,
    response: accountPackages,
    problems: [
      'CONTACT_SALES',
      'PACKAGE_HELD',
      'PACKAGE_NO_UPGRADE',
      'PACKAGE_CHANGED',
      'SYSTEM_ACCOUNT',
      'MIGRATION_UNCONFIRMED',
    ],
  }),
};
