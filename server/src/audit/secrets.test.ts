/** The list of secrets is complete: of what people send, and of what the tables keep. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endpoints } from '@signet/contract';
import { newPassword, typedSecret } from '@signet/contract/fields';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { isSecretField, SECRET_FIELDS } from './secrets.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ people: false });
});
afterAll(() => app.close());

/** Columns that look like a secret and are none. */
const NO_SECRETS = [
  // Pieces of the file of an account, in which what is secret is sealed.
  'account_arrival_part.body',
  'account_departure_part.body',
  'audit_receiver.secret_set_at',
  'oidc_config.secret_set_at',
  'audit_event.leaf_hash',
  'audit_event.mac',
  'audit_event.credential_id',
  'audit_event.credential_name',
  'audit_node.hash',
  'app_user.api_credential',
  'certificate.certificate',
  'certificate.content',
  'certificate.serial',
  'certificate_authority.public_key',
  'certificate_authority.subject',
  'certificate_revocation_list.list',
  'audit_checkpoint.root_hash',
  'license_operation.request_hash',
  'saml_certificate.certificate',
  'saml_key.certificate',
  'sealed_key.public',
  'security_key.credential_id',
  'security_key.public_key',
];

test('each field of a request that takes a secret is in the list', () => {
  const taken = endpoints.flatMap(({ body }) =>
    Object.entries((body as { shape?: Record<string, unknown> } | undefined)?.shape ?? {}).flatMap(([name, schema]) =>
      schema === typedSecret || schema === newPassword ? [name] : [],
    ),
  );
  expect(taken).toContain('password');
  expect([...new Set(taken)].filter((name) => !isSecretField(name))).toEqual([]);
});

test('each column that keeps bytes, or is named like a secret, is in the list or said to be none', async () => {
  const { rows } = await app.pool.query<{ name: string; column: string }>(`
    select table_name || '.' || column_name as name, column_name as column from information_schema.columns
    where table_schema = 'public'
      and (
        data_type = 'bytea'
        or column_name ~ 'pass(word|phrase|code)|secret|token|hash|private_?key|credential|sealed'
      )
    order by 1`);
  const open = rows.filter(({ column }) => !isSecretField(column)).map(({ name }) => name);
  expect(open).toEqual(NO_SECRETS.toSorted());
});

test.each(SECRET_FIELDS)('%s is known in camel case and with hyphens too', (name) => {
  const camel = name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  expect([camel, name.replaceAll('_', '-'), name.toUpperCase()].filter((one) => !isSecretField(one))).toEqual([]);
  expect(isSecretField(`${name}_id`)).toBe(false);
});
