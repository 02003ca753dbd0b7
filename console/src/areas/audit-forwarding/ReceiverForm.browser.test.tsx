import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answerWith, problem } from '../../testing/answers.ts';
import { renderPart } from '../../testing/render.tsx';
import ReceiverCreatePage from './ReceiverCreatePage.tsx';
import ReceiverEditPage from './ReceiverEditPage.tsx';

const ID = '00000000-0000-4000-8000-000000000300';
const PERSON = {
  scope: 'system' as const,
  permissions: ['manage_system_settings' as const, 'view_audit_log' as const],
  accounts: ['Signet platform'],
};
const KEPT = {
  id: ID,
  name: 'Archive',
  kind: 'https',
  address: 'https://archive.example.org/events',
  own_network: false,
  ca_certificate: '',
  authentication: 'bearer',
  client_certificate: '',
  secret_set_at: '2026-11-20 08:00:00',
  certificate: null,
  enabled: true,
  version: 3,
  updated_at: '2026-11-20 08:00:00',
  updated_by_name: null,
  delivery: {},
};
const name = page.getByLabelText('Name', { exact: true });
const address = page.getByLabelText('Address', { exact: true });
const secret = page.getByLabelText('Secret', { exact: true });
const create = page.getByRole('button', { name: 'Create receiver' });

test('the certificates that are trusted without any of one’s own are told for what they are', async () => {
  answerWith(() => undefined);
  await renderPart(<ReceiverCreatePage />, { as: PERSON });
  await expect
    .element(page.getByLabelText(/^Trusted certificates/))
    .toHaveAccessibleDescription(/without any, the public ones that this server brings along/);
});

test('a syslog receiver is asked for no secret; what is wrong stands under its field', async () => {
  const calls = answerWith(() => problem('INVALID_CERTIFICATE', 400));
  await renderPart(<ReceiverCreatePage />, { as: PERSON });
  await expect.element(page.getByRole('radio', { name: 'Bearer token' })).not.toBeInTheDocument();
  await expect.element(secret).not.toBeInTheDocument();
  await name.fill('Collector');
  await address.fill('collector.example.org:0');
  await page.getByLabelText(/^Trusted certificates/).fill('trust me');
  await create.click();
  await expect.element(address).toHaveAccessibleDescription(/a port from 1 to 65535/);
  await expect.element(page.getByLabelText(/^Trusted certificates/)).toHaveAccessibleDescription(/BEGIN CERTIFICATE/);
  expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
});

test('what is chosen is sent, and nothing that the kind does not have', async () => {
  const calls = answerWith(({ method }) => (method === 'POST' ? { ...KEPT } : undefined));
  await renderPart(<ReceiverCreatePage />, { as: PERSON });
  await page.getByRole('radio', { name: 'HTTPS' }).click();
  await page.getByRole('radio', { name: 'Signature' }).click();
  await secret.fill('correct-horse');
  await page.getByRole('radio', { name: 'Syslog over TLS' }).click();
  await name.fill('Collector');
  await address.fill('10.0.0.7');
  await page.getByRole('switch', { name: /^In the platform/ }).click();
  await page.getByRole('radio', { name: 'The first event of the log' }).click();
  await create.click();
  await expect
    .poll(() => calls.find(({ method }) => method === 'POST')?.body)
    .toEqual({
      name: 'Collector',
      kind: 'syslog',
      address: '10.0.0.7',
      own_network: true,
      ca_certificate: '',
      authentication: 'none',
      client_certificate: '',
      enabled: true,
      start: 'beginning',
    });
});

test('a receiver that asks for a certificate is given one with its key', async () => {
  const calls = answerWith(({ method }) => (method === 'POST' ? { ...KEPT } : undefined));
  await renderPart(<ReceiverCreatePage />, { as: PERSON });
  await name.fill('Collector');
  await address.fill('collector.example.org');
  await page.getByRole('radio', { name: 'Client certificate' }).click();
  const certificate = page.getByRole('textbox', { name: 'Client certificate' });
  const key = page.getByLabelText('Private key', { exact: true });
  await key.fill('correct-horse');
  await create.click();
  await expect.element(certificate).toHaveAccessibleDescription(/Fill in this field/);
  await expect.element(key).toHaveAccessibleDescription(/from BEGIN PRIVATE KEY to END PRIVATE KEY/);
  await expect.element(page.getByRole('link', { name: /^Private key/ })).toBeVisible();
  await expect.element(page.getByText(/^Secret/)).not.toBeInTheDocument();
  const pem = (label: string) => `-----BEGIN ${label}-----\nAAAA\n-----END ${label}-----`;
  await certificate.fill(pem('CERTIFICATE'));
  await key.fill(pem('PRIVATE KEY'));
  await create.click();
  await expect
    .poll(() => calls.find(({ method }) => method === 'POST')?.body)
    .toMatchObject({
      authentication: 'certificate',
      client_certificate: pem('CERTIFICATE'),
      secret: pem('PRIVATE KEY'),
    });
});

test('a secret that is set is kept, until the address is another host’s', async () => {
  const calls = answerWith(({ method }) => (method === 'PUT' ? { ...KEPT, version: 4 } : KEPT));
  await renderPart(<ReceiverEditPage />, {
    as: PERSON,
    at: `/account/settings/audit-forwarding/${ID}/edit`,
    pages: ['/account/settings/audit-forwarding/$id/edit'],
  });
  await expect.element(page.getByText('One is set. Leave this empty to keep it.')).toBeVisible();
  await expect.element(page.getByRole('radio', { name: 'HTTPS' })).not.toBeInTheDocument();
  await address.fill('https://elsewhere.example/events');
  const save = page.getByRole('button', { name: 'Save changes' });
  await save.click();
  await expect.element(secret).toHaveAccessibleDescription(/Fill in this field/);
  await address.fill('https://archive.example.org/v2');
  await save.click();
  await expect
    .poll(() => calls.find(({ method }) => method === 'PUT')?.body)
    .toEqual({
      name: 'Archive',
      address: 'https://archive.example.org/v2',
      own_network: false,
      ca_certificate: '',
      authentication: 'bearer',
      client_certificate: '',
      enabled: true,
    });
});
