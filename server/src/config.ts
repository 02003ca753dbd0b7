/** The only reader of the environment. */
import { isIP } from 'node:net';
import { ASSISTANT_PORT } from '@signet/contract/assistant/wire';
import { z } from 'zod';
import { readSender } from './sender.ts';

const integer = (min: number, max: number, fallback: number) =>
  z.string().regex(/^\d+$/).transform(Number).pipe(z.number().min(min).max(max)).default(fallback);
const fullPath = z.string().regex(/^(?:\/|[A-Za-z]:[\\/])[^\p{Cc}]+$/u);
/** An address alone: Signet's paths are fixed (S-001), so nothing may stand before or after them. */
const origin = z
  .url({ protocol: /^https?$/ })
  .transform((text) => new URL(text))
  .refine((url) => url.pathname === '/' && !url.search && !url.hash && !url.username && !url.password)
  .transform((url) => url.origin);
/** An address with a host. `new URL` throws for a port that there is none of, which no refinement may do. */
const withHost = (protocol: RegExp) =>
  z.string().refine((text) => {
    const url = URL.canParse(text) ? new URL(text) : null;
    return url !== null && protocol.test(url.protocol.slice(0, -1)) && url.hostname !== '';
  });

/** Whether every % of the name and password in an address begins what stands for a character. */
function isDecodable(address: string): boolean {
  try {
    const { username, password } = new URL(address);
    decodeURIComponent(username + password);
    return true;
  } catch {
    return false;
  }
}

/**
 * The driver takes each of these modes for verify-full, and warns at every start that it will not always. So the
 * certificate is verified, now as later; sslmode=no-verify says that it shall not be.
 */
function withVerifiedCertificate(address: string): string {
  return address.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/, '$1verify-full');
}

const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;
const SYSLOG = /^syslog(?:\+tcp|\+tls)?:$/;

/** An address that a checkpoint can be sent to. Without TLS only to this machine, and to syslog by its old ways. */
function isReceiver(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, pathname, search, hash, username } = new URL(address);
  if (search || hash) return protocol === 'https:' && !hash;
  if (protocol === 'file:') return hostname === '' && !pathname.endsWith('/');
  if (SYSLOG.test(protocol)) return hostname !== '' && username === '' && /^\/?$/.test(pathname);
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname));
}

const ADDRESS_OR_PATH = {
  schema: z.union([z.url({ protocol: /^https?$/ }), z.string().regex(/^\/(?!\/)/)]).optional(),
  must: 'be an address or a path beginning with /',
} as const;
const OFF_UNLESS_TRUE = {
  schema: z
    .enum(['true', 'false'])
    .default('false')
    .transform((text) => text === 'true'),
  must: 'be true or false',
} as const;

/** Each variable with what it must be, in the words of the sentence that stops the start. */
const VARIABLES = {
  PORT: { schema: integer(0, 65_535, 8080), must: 'be a port number from 0 to 65535' },
  HOST: {
    schema: z
      .string()
      .regex(/^[\w.:%-]+$/)
      .default('0.0.0.0'),
    must: 'be an address to listen on, such as 127.0.0.1',
  },
  CLIENT_AUTH_PORT: {
    schema: z.union([z.literal('off'), integer(0, 65_535, 0).removeDefault()]).optional(),
    must: 'be a port number from 0 to 65535, or off',
  },
  CLIENT_AUTH_URL: {
    schema: origin.refine((text) => text.startsWith('https:')).optional(),
    must: 'be an https address without a path, such as https://certificate.example.org',
  },
  CLIENT_AUTH_CERT: { schema: fullPath.optional(), must: 'be the full path of a file with certificates in PEM' },
  CLIENT_AUTH_KEY: { schema: fullPath.optional(), must: 'be the full path of a file with a private key in PEM' },
  CLIENT_AUTH_PROXY_SECRET: {
    schema: z
      .string()
      .regex(/^[\x21-\x7e]{32,255}$/)
      .optional(),
    must: 'have 32 to 255 characters that a header can hold (openssl rand -hex 32)',
  },
  CLIENT_AUTH_PROXY_FORM: {
    schema: z.enum(['rfc_9440', 'nginx', 'apache', 'haproxy', 'traefik', 'envoy']).default('rfc_9440'),
    must: 'be rfc_9440, nginx, apache, haproxy, traefik or envoy',
  },
  PUBLIC_URL: {
    schema: origin.optional(),
    must: 'be an http or https address without a path, such as https://console.example.org',
  },
  PKI_URL: {
    schema: origin.refine((text) => text.startsWith('http:')).optional(),
    must: 'be an http address without a path, such as http://pki.example.org',
  },
  DATABASE_URL: {
    schema: z
      .url({ protocol: /^postgres(ql)?$/ })
      .transform(withVerifiedCertificate)
      .optional(),
    must: 'be a PostgreSQL address such as postgres://user:password@host/database',
  },
  DATABASE_CONNECTIONS: { schema: integer(2, 500, 16), must: 'be a number from 2 to 500' },
  DATA_DIR: {
    schema: z
      .string()
      .regex(/^[^\p{Cc}]+$/u)
      .default('data'),
    must: 'be a directory, in one line',
  },
  CLIENT_TOOLS_DIR: { schema: fullPath.optional(), must: 'be the full path of a folder' },
  SIGNET_KEY: {
    schema: z
      .base64()
      .refine((text) => Buffer.from(text, 'base64').length === 32)
      .optional(),
    must: 'be 32 bytes in base64 (openssl rand -base64 32)',
  },
  PKCS11_MODULE: {
    schema: fullPath.optional(),
    must: 'be the full path of a PKCS #11 module, such as /usr/lib/softhsm/libsofthsm2.so',
  },
  PKCS11_TOKEN: {
    schema: z
      .string()
      .regex(/^[^\p{Cc}]{1,32}$/u)
      .optional(),
    must: 'be the serial number or the label of a token, 32 characters at most',
  },
  PKCS11_PIN: { schema: z.string().max(255).optional(), must: 'be a PIN of 255 characters at most' },
  KEY_ATTESTATION_AUTHORITIES: {
    schema: fullPath.optional(),
    must: 'be the full path of a file of certificates in PEM',
  },
  DNS_SERVERS: {
    schema: z
      .string()
      .default('')
      .transform((text) => text.split(/[\s,]+/).filter((one) => one !== ''))
      .refine((all) => all.every((one) => isIP(one) > 0 || /^(?:[\d.]+|\[[\da-f:.]+\]):\d{1,5}$/i.test(one))),
    must: 'be addresses of name servers with commas between them, such as 192.0.2.53,[2001:db8::53]:53',
  },
  SMTP_URL: {
    schema: withHost(/^smtps?$/)
      .refine(isDecodable)
      .optional(),
    must: 'be an smtp or smtps address such as smtp://user:password@mail.example.org:587, with %25 for a % in it',
  },
  MAIL_FROM: {
    schema: z
      .string()
      .transform(readSender)
      .refine((sender) => sender !== null)
      .optional(),
    must: 'be a sender such as Signet <no-reply@example.org>',
  },
  LANDING_URL: ADDRESS_OR_PATH,
  LICENSE_EXPIRED_URL: ADDRESS_OR_PATH,
  LICENSE_ISSUERS: {
    schema: z.string().min(1).optional(),
    must: 'name a file with a JSON Web Key Set of trusted issuers',
  },
  ACCESS_TOKEN_SECONDS: {
    schema: integer(5, 3600, 300).removeDefault().optional(),
    must: 'be a number of seconds from 5 to 3600',
  },
  REFRESH_TOKEN_HOURS: {
    schema: integer(1, 2160, 12).removeDefault().optional(),
    must: 'be a number of hours from 1 to 2160',
  },
  REFRESH_REPLAY_SECONDS: { schema: integer(0, 120, 10), must: 'be a number of seconds from 0 to 120' },
  REAUTHENTICATION_MINUTES: {
    schema: integer(1, 525_600, 15).removeDefault().optional(),
    must: 'be a number of minutes from 1 to 525600',
  },
  DRAIN_SECONDS: { schema: integer(0, 8, 0), must: 'be a number of seconds from 0 to 8' },
  TRUST_PROXY: OFF_UNLESS_TRUE,
  OWN_NETWORK_PROVIDERS: OFF_UNLESS_TRUE,
  ASSISTANT_PORT: { schema: integer(1, 65_535, ASSISTANT_PORT), must: 'be a port number from 1 to 65535' },
  ASSISTANT_DOWNLOAD_URL: ADDRESS_OR_PATH,
  METRICS_TOKEN: { schema: z.string().min(16).optional(), must: 'have at least 16 characters' },
  AUDIT_ORIGIN: {
    schema: z
      .string()
      .regex(/^[\w.\-/]+$/)
      .default('signet.local/audit'),
    must: 'be a name such as example.org/audit',
  },
  AUDIT_CHECKPOINTS: {
    schema: z
      .string()
      .default('')
      .transform((text) => text.split(/\s+/).filter((address) => address !== ''))
      .refine((addresses) => addresses.every(isReceiver)),
    must:
      'list addresses of files, syslog collectors or https receivers, such as file:///var/log/signet/checkpoints ' +
      'syslog+tls://collector.example.org https://receiver.example.org/signet',
  },
  DEMO_PASSWORD: { schema: z.string().min(12).max(255).optional(), must: 'have 12 to 255 characters' },
  // Moves the whole platform to another time: start.ts takes it in development and with --demo only.
  CLOCK_START: {
    schema: z.iso
      .datetime()
      .transform((text) => new Date(text))
      .optional(),
    must: 'be an instant such as 2026-11-21T12:00:00Z',
  },
  LOG_LEVEL: {
    schema: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
    must: 'be fatal, error, warn, info, debug, trace or silent',
  },
} as const;

/**
 * The names of all settings, so that the test command can keep those of somebody's own platform away from the tests.
 */
export const settingNames: string[] = Object.keys(VARIABLES);

type Name = keyof typeof VARIABLES;
type Value<N extends Name> = z.output<(typeof VARIABLES)[N]['schema']>;
/** The settings of this process, checked. */
export type Config = { [N in Name]: Value<N> } & {
  development: boolean;
  /** The environment without these settings, for programs that are not part of Signet. */
  foreign: Record<string, string | undefined>;
};

/** Settings of which one alone says nothing. */
const TOGETHER = [
  ['PKCS11_MODULE', 'PKCS11_TOKEN', 'PKCS11_PIN'],
  ['CLIENT_AUTH_CERT', 'CLIENT_AUTH_KEY'],
] as const;

/** An unusable value; the message is one sentence that names the variable. */
export class ConfigError extends Error {}

/** Checks every variable. Throws ConfigError naming the first that can't be used. An empty value counts as not set. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const own = new Set(settingNames);
  const values: Record<string, unknown> = {
    development: environment['NODE_ENV'] === 'development',
    foreign: Object.fromEntries(Object.entries(environment).filter(([name]) => !own.has(name))),
  };
  for (const [name, { schema, must }] of Object.entries(VARIABLES)) {
    const result = (schema as z.ZodType).safeParse(environment[name] || undefined);
    if (!result.success) throw new ConfigError(`${name} must ${must}.`);
    values[name] = result.data;
  }
  for (const names of TOGETHER) {
    const missing = names.filter((name) => values[name] === undefined);
    const set = names.find((name) => values[name] !== undefined);
    if (set && missing.length > 0) throw new ConfigError(`${set} must be set together with ${missing.join(' and ')}.`);
  }
  // Without a listener of our own a certificate comes from a proxy or not at all. (The secret alone is of use: programs
  // may show theirs at the address of the console.)
  const { CLIENT_AUTH_PORT: port, CLIENT_AUTH_URL: url, CLIENT_AUTH_PROXY_SECRET: secret } = values as Config;
  if (port === 'off' && url !== undefined && secret === undefined)
    throw new ConfigError(
      'CLIENT_AUTH_URL must be set together with CLIENT_AUTH_PROXY_SECRET, as CLIENT_AUTH_PORT is off.',
    );
  return values as Config;
}

/** The process's own settings: `.env` in the working directory, overridden by the environment. */
export function ownConfig(): Config {
  try {
    process.loadEnvFile('.env');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw new ConfigError('The file .env could not be read.');
  }
  return readConfig(process.env);
}
