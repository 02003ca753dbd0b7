/**
 * The whole map of the console, one file of routes/ for each part. Addresses are below /account; `page` is the default
 * export of its file. `access` says who may open it; without one, whoever is signed in. Parents don't hand theirs down.
 */
import { accessRoutes } from './routes/access.ts';
import { accountsRoutes } from './routes/accounts.ts';
import { bulkRoutes } from './routes/bulk.ts';
import { authoritiesRoutes } from './routes/authorities.ts';
import { certificatesRoutes } from './routes/certificates.ts';
import { homeRoutes } from './routes/home.ts';
import { organizationsRoutes } from './routes/organizations.ts';
import { profileRoutes } from './routes/profile.ts';
import { publicRoutes } from './routes/public.ts';
import { reportingRoutes } from './routes/reporting.ts';
import { enrollmentsRoutes } from './routes/enrollments.ts';
import { seatsRoutes } from './routes/seats.ts';
import { migrationRoutes } from './routes/migration.ts';
import { settingsRoutes } from './routes/settings.ts';
import type { RouteSpec } from './shell/routing/route-spec.ts';

export const routes: readonly RouteSpec[] = [
  ...homeRoutes,
  ...publicRoutes,
  ...accountsRoutes,
  ...organizationsRoutes,
  ...certificatesRoutes,
  ...seatsRoutes,
  ...enrollmentsRoutes,
  ...authoritiesRoutes,
  ...bulkRoutes,
  ...profileRoutes,
  ...accessRoutes,
  ...reportingRoutes,
  ...migrationRoutes,
  ...settingsRoutes,
];
