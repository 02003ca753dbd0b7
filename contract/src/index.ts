/** Every endpoint of the platform by area. The server must handle each, the console is typed from them. */
import { accounts } from './areas/accounts.ts';
import { auditLog } from './areas/audit-log.ts';
import { health } from './areas/health.ts';
import { bulk } from './areas/bulk.ts';
import { listSettings } from './areas/list-settings.ts';
import { mail } from './areas/mail.ts';
import { organizations } from './areas/organizations.ts';
import { profileArea } from './areas/profile.ts';
import { search } from './areas/search.ts';
import { settings } from './areas/settings.ts';
import { setup } from './areas/setup.ts';
import { signIn } from './areas/sign-in.ts';
import type { Endpoint } from './endpoint.ts';

export const areas = {
  setup,
  signIn,
  profile: profileArea,
  settings,
  accounts,
  organizations,
  bulk,
  listSettings,
  search,
  mail,
  auditLog,
  health,
};

type Areas = typeof areas;
type EndpointOf<A> = A[keyof A];
/** Every declared endpoint as a union. */
export type AnyEndpoint = { [A in keyof Areas]: EndpointOf<Areas[A]> }[keyof Areas];
/** Endpoints by "METHOD /path": what the console's `call` is typed from. */
export type Api = { [E in AnyEndpoint as `${E['method']} ${E['path']}`]: E };

export const endpoints: readonly Endpoint[] = Object.values(areas).flatMap((area): Endpoint[] => Object.values(area));
