import type { Logger } from 'pino';
import type { EventMac } from './audit/event-mac.ts';
import type { KeptHead } from './audit/kept-head.ts';
import type { SecretAlarm } from './audit/secrets.ts';
import type { ClientTools } from './client-tools/shelf.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Db } from './db/open.ts';
import type { KeyStore } from './keys/key-store.ts';
import type { DeviceCookies } from './sign-in/devices/device-cookies.ts';
import type { Passwords } from './sign-in/passwords/hashing.ts';
import type { AccessTokens } from './sign-in/sessions/access-tokens.ts';
import type { TokenRate } from './sign-in/tokens/token-rate.ts';
import type { UnknownNames } from './sign-in/unknown-names.ts';
import type { Seal } from './secrets.ts';
import type { ReadCertificate } from './x509/read-certificate.ts';

/** The running parts that every handler may use: database, clock, keys, settings, log. Made once by start.ts. */
export type Runtime = {
  db: Db;
  /** Connections beside those of requests, for what must be committed while a request is still open. */
  aside: Db;
  clock: Clock;
  seal: Seal;
  /** The private keys of authorities. */
  keys: KeyStore;
  /** Makers of hardware tokens that are believed when they attest keys. */
  attestationAuthorities: readonly ReadCertificate[];
  passwords: Passwords;
  accessTokens: AccessTokens;
  deviceCookies: DeviceCookies;
  /** What the authorization server signs its cookies with. */
  oauthCookieKey: string;
  /** The form in which a typed user name that belongs to nobody is kept. */
  unknownNames: UnknownNames;
  /** Counts the requests of API tokens. */
  tokenRate: TokenRate;
  config: Config;
  /** The console's address as people reach it, without a trailing slash; links in mail begin with it. */
  publicUrl: string;
  /** The http address at which certificates say that they are checked, without a trailing slash. */
  pkiUrl: string;
  /** The address that asks a browser or a program for its certificate, without a trailing slash; null for none. */
  clientAuthUrl: string | null;
  log: Logger;
  /** The programs for people's computers that this platform gives out. */
  clientTools: ClientTools;
  /** What marks the events of the audit log as written by this platform. */
  eventMac: EventMac;
  /** The newest head of the audit log, as this process keeps it outside the database. */
  keptHead: KeptHead;
  /** Called with a secret handed to the audit log: throws, except in production, where it is logged and left out. */
  onSecret: SecretAlarm;
};
