import { expect, test } from 'vitest';
import { ConfigError, readConfig, settingNames } from './config.ts';

const refusal = (settings: Record<string, string>): string => {
  try {
    readConfig(settings);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return '';
};

const HOSTILE = [
  'abc',
  '://',
  'http://',
  'smtp://host:99999',
  'postgres://host:99999/x',
  'https://host:99999',
  'smtp://u:p@',
  'x@y z <',
  'a\nb',
  'a\u0000b',
  '\u{1F600}',
  '%',
  'http://%',
  '-1',
  '1e9',
  ' ',
  '[',
  'x'.repeat(100_000),
];

test('whatever stands in a setting, it is taken or refused in one sentence that names it', () => {
  for (const name of settingNames) {
    for (const value of HOSTILE) {
      expect(refusal({ [name]: value })).toMatch(new RegExp(`^$|^${name} must [^\n]+\\.$`));
    }
  }
});

test.each([
  ['SMTP_URL', 'abc'],
  ['SMTP_URL', 'smtp://'],
  ['SMTP_URL', 'smtp://mail.example.org:99999'],
  ['SMTP_URL', 'smtp://someone:secret@'],
  ['SMTP_URL', 'https://mail.example.org'],
  ['SMTP_URL', 'smtp://100%sure:secret@mail.example.org'],
  ['SMTP_URL', 'smtp://someone:100%@mail.example.org'],
  ['MAIL_FROM', 'x@y z <'],
  ['MAIL_FROM', 'Signet <no-reply@example.org> more'],
  ['MAIL_FROM', 'Signet <no-reply>'],
  ['MAIL_FROM', 'a@b@c'],
  ['DATA_DIR', 'data\nmore'],
  ['DATA_DIR', 'data\r'],
])('%s=%j is refused', (name, value) => {
  expect(refusal({ [name]: value })).toMatch(new RegExp(`^${name} must be `));
});

test.each([
  ['Signet <no-reply@example.org>', { name: 'Signet', address: 'no-reply@example.org' }],
  ['"Signet, the console" <no-reply@example.org>', { name: 'Signet, the console', address: 'no-reply@example.org' }],
  ['no-reply@localhost', { name: '', address: 'no-reply@localhost' }],
  ['<no-reply@example.org>', { name: '', address: 'no-reply@example.org' }],
])('MAIL_FROM=%j is a sender', (text, sender) => {
  expect(readConfig({ MAIL_FROM: text }).MAIL_FROM).toEqual(sender);
});

test('the modes that the driver warns of are the one that it takes them for', () => {
  const address = (query: string) => readConfig({ DATABASE_URL: `postgres://a:b@host/db${query}` }).DATABASE_URL;
  expect(address('?sslmode=require')).toBe('postgres://a:b@host/db?sslmode=verify-full');
  expect(address('?a=b&sslmode=prefer&c=d')).toBe('postgres://a:b@host/db?a=b&sslmode=verify-full&c=d');
  for (const query of ['', '?sslmode=disable', '?sslmode=no-verify', '?sslmode=verify-full'])
    expect(address(query)).toBe(`postgres://a:b@host/db${query}`);
});

test('of a PKCS #11 module all is given, or nothing', () => {
  const all = {
    PKCS11_MODULE: '/usr/lib/softhsm/libsofthsm2.so',
    PKCS11_TOKEN: 'authority',
    PKCS11_PIN: 'Sesame-4711',
  };
  expect(refusal(all)).toBe('');
  expect(refusal({ ...all, PKCS11_MODULE: '' })).toBe('PKCS11_TOKEN must be set together with PKCS11_MODULE.');
  expect(refusal({ PKCS11_MODULE: all.PKCS11_MODULE })).toBe(
    'PKCS11_MODULE must be set together with PKCS11_TOKEN and PKCS11_PIN.',
  );
  expect(refusal({ ...all, PKCS11_MODULE: 'libsofthsm2.so' })).toMatch(/^PKCS11_MODULE must be the full path/);
  expect(refusal({ ...all, PKCS11_TOKEN: 'x'.repeat(33) })).toMatch(
    /^PKCS11_TOKEN must be the serial number or the la/,
  );
  expect(refusal({ ...all, PKCS11_PIN: 'x'.repeat(256) })).not.toMatch(/xxx/);
});

test('the address for certificates speaks TLS or is off, and a proxy has a secret worth the name', () => {
  expect(readConfig({ CLIENT_AUTH_PORT: 'off' }).CLIENT_AUTH_PORT).toBe('off');
  expect(readConfig({ CLIENT_AUTH_PORT: '8444' }).CLIENT_AUTH_PORT).toBe(8444);
  expect(readConfig({}).CLIENT_AUTH_PORT).toBeUndefined();
  expect(refusal({ CLIENT_AUTH_PORT: '65536' })).toBe(
    'CLIENT_AUTH_PORT must be a port number from 0 to 65535, or off.',
  );
  expect(refusal({ CLIENT_AUTH_URL: 'http://certificate.example.org' })).toMatch(/^CLIENT_AUTH_URL must be an https/);
  expect(refusal({ PKI_URL: 'https://pki.example.org' })).toMatch(/^PKI_URL must be an http address/);
  expect(refusal({ CLIENT_AUTH_CERT: '/etc/signet.pem' })).toBe(
    'CLIENT_AUTH_CERT must be set together with CLIENT_AUTH_KEY.',
  );
  const short = refusal({ CLIENT_AUTH_PROXY_SECRET: 'too-short-a-secret' });
  expect(short).toMatch(/^CLIENT_AUTH_PROXY_SECRET must have 32 to 255 characters/);
  expect(short).not.toContain('too-short');
  expect(refusal({ CLIENT_AUTH_PROXY_FORM: 'guess' })).toMatch(/^CLIENT_AUTH_PROXY_FORM must be rfc_9440, nginx/);
});

test('without a listener of its own the address for certificates is that of a proxy, which has a secret', () => {
  const off = { CLIENT_AUTH_PORT: 'off', CLIENT_AUTH_URL: 'https://certificate.example.org' };
  const secret = { CLIENT_AUTH_PROXY_SECRET: 'x'.repeat(32) };
  expect(refusal(off)).toBe(
    'CLIENT_AUTH_URL must be set together with CLIENT_AUTH_PROXY_SECRET, as CLIENT_AUTH_PORT is off.',
  );
  expect(readConfig({ ...off, ...secret }).CLIENT_AUTH_URL).toBe(off.CLIENT_AUTH_URL);
  expect(readConfig({ ...off, CLIENT_AUTH_PORT: '8444' }).CLIENT_AUTH_PORT).toBe(8444);
  expect(readConfig({ CLIENT_AUTH_PORT: 'off', ...secret }).CLIENT_AUTH_URL).toBeUndefined();
});

test('other programs get the environment without our settings', () => {
  const environment = { HOME: '/home/signet', SOFTHSM2_CONF: '/etc/softhsm2.conf' };
  const own = { SIGNET_KEY: Buffer.alloc(32).toString('base64'), DATABASE_URL: 'postgres://a:b@host/db' };
  expect(readConfig({ ...environment, ...own }).foreign).toEqual(environment);
});
