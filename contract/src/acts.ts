/**
 * Every access that ACCESS declares, by its name: `accounts.edit`. By this name somebody asks about an act, and the
 * texts call it (`act.accounts.edit`). Without schemas, as access.ts.
 */
import { ACCESS, licenseAccess, type Access } from './access.ts';
import { APP_CODES, type AppCode } from './viewer.ts';

const LICENSE_ACTS = ['view', 'manage'] as const;

/** The license of one application, of which ACCESS knows only that of some: `licenses.view.ca_manager`. */
const ofOneLicense = (act: (typeof LICENSE_ACTS)[number], app: AppCode): [string, Access] => [
  `licenses.${act}.${app}`,
  licenseAccess[act](app),
];

/** In the order of ACCESS, the licenses of single applications at the end. */
export const ACTS: ReadonlyMap<string, Access> = new Map<string, Access>([
  ...Object.entries<Record<string, Access>>(ACCESS).flatMap(([area, acts]) =>
    Object.entries(acts).map(([act, access]): [string, Access] => [`${area}.${act}`, access]),
  ),
  ...LICENSE_ACTS.flatMap((act) => APP_CODES.map((app) => ofOneLicense(act, app))),
]);

const nameOfAccess: ReadonlyMap<Access, string> = new Map([...ACTS].map(([name, access]) => [access, name]));

/** The name of an access that is an entry of ACCESS, such as that of a page; undefined for any other. */
export const actOf = (access: Access): string | undefined => nameOfAccess.get(access);
