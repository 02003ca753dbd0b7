/** Every area's handlers. An endpoint of the contract without one does not compile. */
import type { areas } from '@signet/contract';
import type { HandlersOf } from '../http/handler.ts';
import { accountsRoutes } from './accounts/routes.ts';
import { auditLogRoutes } from './audit-log/routes.ts';
import { healthRoutes } from './health/routes.ts';
import { bulkRoutes } from './bulk/routes.ts';
import { listSettingsRoutes } from './list-settings/routes.ts';
import { mailRoutes } from './mail/routes.ts';
import { organizationsRoutes } from './organizations/routes.ts';
import { profileRoutes } from './profile/routes.ts';
import { searchRoutes } from './search/routes.ts';
import { settingsRoutes } from './settings/routes.ts';
import { setupRoutes } from './setup/routes.ts';
import { signInRoutes } from './sign-in/routes.ts';

type Handlers = { [A in keyof typeof areas]: HandlersOf<(typeof areas)[A]> };

export const handlers: Handlers = {
  setup: setupRoutes,
  signIn: signInRoutes,
  profile: profileRoutes,
  settings: settingsRoutes,
  accounts: accountsRoutes,
  organizations: organizationsRoutes,
  bulk: bulkRoutes,
  listSettings: listSettingsRoutes,
  search: searchRoutes,
  mail: mailRoutes,
  auditLog: auditLogRoutes,
  health: healthRoutes,
};
