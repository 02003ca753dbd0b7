import { describe, expect, it } from 'vitest';
import {
  normalisePhone,
  safeReturnPath,
  whyNotAccountName,
  whyNotAliasIdentifier,
  whyNotAliasValue,
  whyNotEmail,
  whyNotFilledLine,
  whyNotIdentifier,
  whyNotName,
  whyNotPassword,
  whyNotPhone,
  whyNotPin,
  whyNotRepeatedPin,
  whyNotRepeatedPassword,
  whyNotResend,
  whyNotUserName,
  whyNotWebAddress,
} from './rules.ts';

const long = (length: number): string => 'Aa1!'.repeat(length).slice(0, length);
/** [value, the status of the refusal or null]. */
type Row = [value: string, refusal: string | null];

describe('[S-181] a user name', () => {
  it.each<Row>([
    ['', 'REQUIRED_USER_NAME'],
    ['ada', null],
    ['Ada.Lindqvist@umbra-trust.example', null],
    ["a!#$%&'*+/`=?@.,_-", null],
    ['Ærøskøbing', null],
    ['山田太郎', null],
    ['ada lindqvist', 'INVALID_USER_NAME'],
    [' ada', 'INVALID_USER_NAME'],
    ['ada;drop', 'INVALID_USER_NAME'],
    ['ada"', 'INVALID_USER_NAME'],
    ['<ada>', 'INVALID_USER_NAME'],
    ['ada\\umbra', 'INVALID_USER_NAME'],
    ['ada\u0000', 'INVALID_USER_NAME'],
    ['ada\u202egnp', 'INVALID_USER_NAME'],
    ['ada\n', 'INVALID_USER_NAME'],
    ['.', 'INVALID_USER_NAME'],
    ['..', 'INVALID_USER_NAME'],
    ['.a', null],
    ['a'.repeat(255), null],
    ['a'.repeat(256), 'MAX_LENGTH'],
  ])('%j: %s', (value, refusal) => expect(whyNotUserName(value)?.status ?? null).toBe(refusal));
});

describe('[S-184] an email address', () => {
  it.each<Row>([
    ['', 'REQUIRED'],
    ['a@b.co', null],
    ['ada.lindqvist+signet@mail.umbra-trust.example', null],
    [`a@b.${'c'.repeat(63)}`, null],
    ['ada@münchen.example', null],
    ['a@b.c', 'INVALID_EMAIL'],
    ['a@b', 'INVALID_EMAIL'],
    ['a@b.c1', 'INVALID_EMAIL'],
    [`a@b.${'c'.repeat(64)}`, 'INVALID_EMAIL'],
    ['@b.co', 'INVALID_EMAIL'],
    ['a@@b.co', 'INVALID_EMAIL'],
    ['a@-b.co', 'INVALID_EMAIL'],
    ['a@b..co', 'INVALID_EMAIL'],
    [`a@${'b'.repeat(63)}.co`, null],
    [`a@${'b'.repeat(64)}.co`, 'INVALID_EMAIL'],
    ['a b@c.co', 'INVALID_EMAIL'],
    ['a@b.co\r\nBcc: c@d.co', 'INVALID_EMAIL'],
    ['Ada <a@b.co>', 'INVALID_EMAIL'],
    ['a@b.co,c@d.co', 'INVALID_EMAIL'],
    [`${'a'.repeat(249)}@b.co`, null],
    [`${'a'.repeat(250)}@b.co`, 'MAX_LENGTH'],
  ])('%j: %s', (value, refusal) => expect(whyNotEmail(value)?.status ?? null).toBe(refusal));
});

describe('a password', () => {
  it.each<Row>([
    ['', 'REQUIRED'],
    [long(11), 'INVALID_PASSWORD_LENGTH'],
    [long(12), null],
    [long(255), null],
    [long(256), 'INVALID_PASSWORD_MAX_LENGTH'],
  ])('[S-186] is 12 to 255 characters: %j gives %s', (value, refusal) =>
    expect(whyNotPassword(value)?.status ?? null).toBe(refusal),
  );

  it('[S-186] says the limit that was passed', () => {
    expect(whyNotPassword(long(11))?.params).toEqual({ min: 12 });
    expect(whyNotPassword(long(256))?.params).toEqual({ max: 255 });
  });

  it.each<Row>([
    ['correct-horse-7-BATTERY', null],
    ['correct-horse-7-battery', 'INVALID_PASSWORD'],
    ['CORRECT-HORSE-7-BATTERY', 'INVALID_PASSWORD'],
    ['correct-horse-BATTERY', 'INVALID_PASSWORD'],
    ['correcthorse7BATTERY', 'INVALID_PASSWORD'],
    ['correct horse 7 BATTERY', 'INVALID_PASSWORD'],
    ['größe-7-ÄNDERN-größe', null],
  ])('[S-187] holds all four classes of characters: %j gives %s', (value, refusal) =>
    expect(whyNotPassword(value)?.status ?? null).toBe(refusal),
  );

  it.each<[string, string | null]>([
    ['abcde1', null],
    ['123456', null],
    ['12345', 'INVALID_PASSPHRASE'],
    ['abcdef', 'INVALID_PASSPHRASE'],
    ['abc1', 'INVALID_PASSPHRASE'],
    ['', 'REQUIRED'],
  ])('[S-188] of a local key store may be simpler: %j gives %s', (value, refusal) =>
    expect(whyNotPin(value)?.status ?? null).toBe(refusal),
  );

  it('[S-188] is typed twice', () => {
    expect(whyNotRepeatedPin('', 'abcde1')?.status).toBe('REQUIRED');
    expect(whyNotRepeatedPin('abcde2', 'abcde1')?.status).toBe('PASSPHRASE_MISMATCH');
    expect(whyNotRepeatedPin('abcde1', 'abcde1')).toBeNull();
  });

  it('[S-188] of a person may not', () => expect(whyNotPassword('abcde1')?.status).toBe('INVALID_PASSWORD_LENGTH'));

  it.each<[string, string, string | null]>([
    ['', long(12), 'REQUIRED'],
    [long(12), long(12), null],
    [long(13), long(12), 'PASSWORD_MISMATCH'],
    [long(12).toLowerCase(), long(12), 'PASSWORD_MISMATCH'],
    [long(11), long(11), 'INVALID_PASSWORD_LENGTH'],
  ])('[S-189] is repeated: %j for %j gives %s', (repeated, password, refusal) =>
    expect(whyNotRepeatedPassword(repeated, password)?.status ?? null).toBe(refusal),
  );
});

describe('[S-191] a name', () => {
  it.each<Row>([
    ['Anna-Maria v. Berg', null],
    ["Niamh O'Brien", null],
    ['D’Artagnan', null],
    ['山田 太郎', null],
    ['山田\u3000太郎', null],
    ['\u3000', 'REQUIRED'],
    ['José', null],
    ['Zoe\u0308', null],
    ['', 'REQUIRED'],
    ['   ', 'REQUIRED'],
    ['Anna<3', 'INVALID_NAME'],
    ['A;B', 'INVALID_NAME'],
    ['Anna\nBerg', 'INVALID_NAME'],
    ['Anna\tBerg', 'INVALID_NAME'],
    [' \tAnna Berg\r\n\u2028\ufeff', null],
    ['<script>', 'INVALID_NAME'],
    ['A'.repeat(255), null],
    ['A'.repeat(256), 'MAX_LENGTH'],
  ])('%j: %s', (value, refusal) => expect(whyNotName(value)?.status ?? null).toBe(refusal));
});

describe('one line in which there is something to see', () => {
  it.each<Row>([
    ['Door 4', null],
    ['#!', null],
    ['مى\u200cخواهم', null],
    ['', 'REQUIRED'],
    [' \u3000\t', 'REQUIRED'],
    ['\u200b', 'REQUIRED'],
    ['\u00ad\u200d', 'REQUIRED'],
    ['\u2062', 'REQUIRED'],
    ['\u3164\u2800', 'REQUIRED'],
    ['two\nlines', 'INVALID_INPUT'],
    ['\u00a0\tone line\r\n', null],
    ['x'.repeat(101), 'MAX_LENGTH'],
  ])('%j: %s', (value, refusal) => expect(whyNotFilledLine(value, 100)?.status ?? null).toBe(refusal));

  it('of an account may have any white space around it, as it is pasted', () => {
    expect(whyNotAccountName('\tNordmark & Co.\r\n')).toBeNull();
    expect(whyNotAccountName('Nordmark\t& Co.')?.status).toBe('invalidAccountNameError');
  });

  it('[S-191] a name of invisible letters is none', () => {
    expect(whyNotName('\u3164')?.status).toBe('INVALID_NAME');
    expect(whyNotAccountName('\u3164')?.status).toBe('invalidAccountNameError');
  });
});

describe('[S-193] a generic identifier', () => {
  it.each<Row>([
    ['id_1.a-b#!$', null],
    ['', 'REQUIRED'],
    ['id 1', 'INVALID_IDENTIFIER'],
    ['id/1', 'INVALID_IDENTIFIER'],
    ['idé', 'INVALID_IDENTIFIER'],
    ['id\n', 'INVALID_IDENTIFIER'],
    ['a'.repeat(256), 'MAX_LENGTH'],
  ])('%j: %s', (value, refusal) => expect(whyNotIdentifier(value)?.status ?? null).toBe(refusal));
});

describe('an alias', () => {
  it.each<Row>([
    ['a'.repeat(30), null],
    ['a'.repeat(31), 'MAX_LENGTH'],
    ['a b', 'INVALID_IDENTIFIER'],
    ['', 'REQUIRED'],
  ])('identifier %j: %s', (value, refusal) => expect(whyNotAliasIdentifier(value)?.status ?? null).toBe(refusal));

  it.each<Row>([
    ['CN=Ada Lindqvist, O=Umbra (Trust)', null],
    ['a'.repeat(50), null],
    ['a'.repeat(51), 'MAX_LENGTH'],
    [' ', 'REQUIRED'],
    ['<b>', 'INVALID_ALIAS_VALUE'],
    ['a\u0007b', 'INVALID_ALIAS_VALUE'],
    ['\ta b\n', null],
    ['a\tb', 'INVALID_ALIAS_VALUE'],
  ])('value %j: %s', (value, refusal) => expect(whyNotAliasValue(value)?.status ?? null).toBe(refusal));
});

describe('[S-198] a phone number', () => {
  it.each([
    ['+49 (30) 123-45', '+493012345'],
    ['030/123.45', '03012345'],
    ['+1\u00a0555\u20110100', '+15550100'],
    ['', ''],
  ])('%j is kept as %j', (typed, normalised) => expect(normalisePhone(typed)).toBe(normalised));

  it.each<Row>([
    ['', null],
    ['+493012345', null],
    ['112', null],
    ['12', 'INVALID_PHONE'],
    ['+', 'INVALID_PHONE'],
    ['49+30', 'INVALID_PHONE'],
    ['030x', 'INVALID_PHONE'],
    ['1'.repeat(32), 'INVALID_PHONE'],
  ])('%j: %s', (value, refusal) => expect(whyNotPhone(value)?.status ?? null).toBe(refusal));
});

describe('[S-145] a return path', () => {
  it.each([
    '/account',
    '/account?tab=1',
    '/account#top',
    '/account/accounts',
    '/account/access/administrators?sort=name:asc&offset=20',
    '/account/accounts#limit=20',
    '/account/redirect?to=https://evil.example',
    '/account/M%C3%BCnchen',
  ])('leads into this console: %s', (path) => expect(safeReturnPath(path)).toBe(path));

  it.each([
    ['another site', 'https://evil.example'],
    ['another site by scheme-relative address', '//evil.example'],
    ['another site behind our prefix', '/account.evil.example'],
    ['a prefix of another word', '/accountant'],
    ['a host with our name in its user part', 'https://account@evil.example/account'],
    ['a backslash host', '/\\evil.example'],
    ['a backslash in the path', '/account\\..\\..\\evil'],
    ['a backslash behind our prefix', '/account/\\evil.example'],
    ['script', 'javascript:alert(1)'],
    ['data', 'data:text/html,x'],
    ['a tab that browsers drop', '/\t/evil.example'],
    ['a line break', '/account\r\nlocation: https://evil.example'],
    ['a leading space', ' /account'],
    ['a NUL', '/account\u0000'],
    ['a non-breaking space', '/account/\u00a0'],
    ['dots that leave', '/account/../imauth/api/v1/logout'],
    ['encoded dots that leave', '/account/%2e%2E/imauth'],
    ['a single dot', '/account/./x'],
    ['half-encoded dots', '/account/.%2e/imauth'],
    ['an encoded slash', '/account/..%2f..%2fevil'],
    ['an encoded backslash', '/account/%5cevil'],
    ['the sign-in page, which would go round in a circle', '/account/login'],
    ['the callback', '/account/callback/oauth?code=x'],
    ['the setup', '/account/setup-user'],
    ['outside the console', '/imauth/api/v1/logout'],
    ['a relative path', 'account/accounts'],
    ['nothing', ''],
    ['no text', null],
    ['a list', ['/account']],
    ['too long', `/account/${'a'.repeat(2048)}`],
  ])('never: %s', (_why, path) => expect(safeReturnPath(path)).toBeNull());
});

describe('trying a mail again', () => {
  it('helps a mail that is still there, once a mail server is set up', () => {
    for (const status of ['queued', 'held', 'failed'] as const) expect(whyNotResend(status, true)).toBeNull();
  });
  it('never helps a sent one, whose text is gone, nor any without a mail server', () => {
    expect(whyNotResend('sent', true)).toEqual({ status: 'CONFLICT' });
    expect(whyNotResend('held', false)).toEqual({ status: 'NO_MAIL_SERVER' });
  });
});

it.each([
  'https://idp.example',
  'http://localhost:8080/metadata?a=b#c',
  'https://my_idp.corp/metadata',
  'https://[2001:db8::7]:8443/metadata',
  'https://idp.example./metadata',
  'https://bücher.example/',
])('%s is an address of the web', (address) => {
  expect(whyNotWebAddress(address)).toBeNull();
});

it.each([
  'idp.example',
  'ftp://idp.example',
  'https://',
  'https://_idp.example',
  'https://idp_',
  'https://2001:db8::7/metadata',
  'https://[2001:db8::7/metadata',
  'https://[idp.example]/',
  'https://user@idp.example',
  'https://u:p@[::1]/',
  'https://idp.example/a b',
])('%s is none', (address) => {
  expect(whyNotWebAddress(address)).toMatchObject({ status: 'INVALID_INPUT' });
});
