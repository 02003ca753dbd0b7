/** What must never stand in the audit log, said by exact names: a name that only resembles one is like any other. */

/** Fields of requests, rows and settings whose value is a secret, or opens one. A new one is added with its area. */
export const SECRET_FIELDS: readonly string[] = [
  'access_token',
  'api_key',
  'body_sealed',
  'client_secret',
  'code',
  'code_hash',
  'current_password',
  'device_hash',
  'new_password',
  'passphrase',
  'password',
  'password_hash',
  'private_key',
  'refresh_token',
  'repeated_password',
  'sealed',
  'secret',
  'state_hash',
  'successor_sealed',
  'ticket',
  'token_hash',
  'verification_code',
  'x_setup_code',
];
const names: ReadonlySet<string> = new Set(SECRET_FIELDS);

/** True for the name of a secret, in snake case, camel case or with hyphens. */
export const isSecretField = (name: string): boolean =>
  names.has(name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])|-/g, '_').toLowerCase());

/** Told the field of a secret that was handed to the log, and left out of it. */
export type SecretAlarm = (field: string) => void;

/** The alarm of tests, development and everything that is no request: the change does not happen. */
export const refuseSecret: SecretAlarm = (field) => {
  throw new Error(`The secret “${field}” was handed to the audit log.`);
};
