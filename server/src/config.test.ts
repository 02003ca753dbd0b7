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
