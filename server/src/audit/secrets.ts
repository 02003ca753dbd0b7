/** What must never stand in the audit log, said by exact names: a name that only resembles one is like any other. */

/** Fields of requests, rows and settings whose value is a secret, or opens one. A new one is added with its area. */
export const SECRET_FIELDS: readonly string[] = [
  'access_token',
  'answer_sealed',
  'api_key',
  'body_sealed',
  'client_secret',
  'challenge_hash',
  'claim_hash',
  'code',
  'code_hash',
  'code_sealed',
  'current_password',
  'device_hash',
  'enrollment_code',
  'id_hash',
  'kept_sealed',
  'key_sealed',
  'new_password',
  'passcode',
  'passphrase',
  'password',
  'password_hash',
  'pkcs12',
  'private_key',
  'private_sealed',
  'recovery_codes',
  'refresh_token',
  'repeated_password',
  'saml_name_hash',
  'saml_sealed',
  'sealed',
  'secret',
  'secret_hash',
  'secret_sealed',
  'seed_sealed',
  'sign_in',
  'state_hash',
  'state_sealed',
  'successor_sealed',
  'ticket',
  'token',
  'token_hash',
  'verification_code',
  'x_api_key',
  'x_setup_code',
  'x_transfer_code',
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
