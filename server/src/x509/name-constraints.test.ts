/** What an authority says of the names below it (RFC 5280, 4.2.1.10). The cases of x509-limbo are among them. */
import { rmSync } from 'node:fs';
import {
  AttributeTypeAndValue,
  AttributeValue,
  GeneralName,
  Name,
  OtherName,
  RelativeDistinguishedName,
} from '@peculiar/asn1-x509';
import { afterAll, describe, expect, test } from 'vitest';
import { isPermitted, readNameConstraints } from './name-constraints.ts';
import { checkPath } from './path.ts';
import { makeName } from './distinguished-name.ts';
import { keyUsage } from './extensions.ts';
import { anAuthority, authority, extension, nameConstraints, names, person } from './testing/any-certificate.ts';
import { NOW } from './testing/authority.ts';
import { openSsl, pem } from './testing/openssl.ts';

const ssl = openSsl();
afterAll(() => rmSync(ssl.folder, { recursive: true }));

const host = (dNSName: string) => new GeneralName({ dNSName });
const email = (rfc822Name: string) => new GeneralName({ rfc822Name });
const address = (iPAddress: string) => new GeneralName({ iPAddress });
const uri = (uniformResourceIdentifier: string) => new GeneralName({ uniformResourceIdentifier });
const other = (typeId: string) =>
  new GeneralName({ otherName: new OtherName({ typeId, value: Uint8Array.of(12, 1, 120).buffer }) });
const UTF8_MAILBOX = '1.3.6.1.5.5.7.8.9';

type Text = ConstructorParameters<typeof AttributeValue>[0];
/** A name of organizations alone, the most general first. */
const organizations = (...texts: readonly Text[]): Name =>
  new Name(
    texts.map(
      (text) =>
        new RelativeDistinguishedName([
          new AttributeTypeAndValue({ type: '2.5.4.10', value: new AttributeValue(text) }),
        ]),
    ),
  );
const directory = (...texts: readonly Text[]): GeneralName =>
  new GeneralName({ directoryName: organizations(...texts) });

type Case = {
  permitted?: readonly GeneralName[];
  excluded?: readonly GeneralName[];
  names?: readonly GeneralName[];
  subject?: Name;
};

const AUTHORITY = [anAuthority(), keyUsage(['keyCertSign'])];

/** The verdict on a certificate of these names below an authority that says this, and OpenSSL's. */
function judge({
  permitted = [],
  excluded = [],
  names: general = [],
  subject = makeName({ common_name: 'Cleo' }),
}: Case) {
  const root = authority({ subject: 'Root', extensions: [...AUTHORITY, nameConstraints(permitted, excluded)] });
  const leaf = person({ by: root, subject, extensions: general.length > 0 ? [names(...general)] : [] });
  const verdict = checkPath(leaf.read, [], [root.read], { now: NOW, purpose: 'client_auth' });
  ssl.put('root.pem', pem('CERTIFICATE', root.der));
  ssl.put('leaf.pem', pem('CERTIFICATE', leaf.der));
  const how = `verify -x509_strict -attime ${NOW.getTime() / 1000} -trusted root.pem leaf.pem`;
  return { ours: 'path' in verdict ? 'good' : verdict.fault, openSsl: ssl.ask(...how.split(' ')).agrees };
}

const within = organizations({ utf8String: 'Nordmark' }, { utf8String: 'Payments' });

describe('a name is accepted', () => {
  test.each<[string, Case]>([
    ['the host that is permitted', { permitted: [host('a.example')], names: [host('a.example')] }],
    ['in capitals', { permitted: [host('a.example')], names: [host('A.EXAMPLE')] }],
    ['a host below it', { permitted: [host('a.example')], names: [host('x.y.a.example')] }],
    ['any pattern below it', { permitted: [host('a.example')], names: [host('*.a.example')] }],
    ['one of several', { permitted: [host('b.example'), host('a.example')], names: [host('a.example')] }],
    ['a host beside the excluded', { excluded: [host('a.example')], names: [host('ba.example')] }],
    ['a host above the excluded', { excluded: [host('x.a.example')], names: [host('a.example')] }],
    ['a host where addresses are permitted', { permitted: [address('10.0.0.0/8')], names: [host('a.example')] }],
    ['a host where addresses are excluded', { excluded: [address('10.0.0.0/8')], names: [host('a.example')] }],
    ['the mailbox', { permitted: [email('cleo@a.example')], names: [email('cleo@A.example')] }],
    ['a mailbox of the host', { permitted: [email('a.example')], names: [email('cleo@a.example')] }],
    ['a mailbox below the domain', { permitted: [email('.a.example')], names: [email('cleo@x.a.example')] }],
    ['a mailbox of a host below the excluded', { excluded: [email('a.example')], names: [email('cleo@x.a.example')] }],
    ['another mailbox than the excluded', { excluded: [email('ben@a.example')], names: [email('cleo@a.example')] }],
    ['an address', { permitted: [address('10.0.0.0/8')], names: [address('10.255.1.2')] }],
    ['an address of version 6', { permitted: [address('2001:db8::/32')], names: [address('2001:db8:ffff::1')] }],
    ['an address beside the excluded', { excluded: [address('10.0.0.0/8')], names: [address('11.0.0.1')] }],
    ['a subject within', { permitted: [directory({ utf8String: 'Nordmark' })], subject: within }],
    [
      'a subject in another kind of string',
      { permitted: [directory({ printableString: 'NORDMARK ' })], subject: within },
    ],
    ['an address in the subject', { permitted: [email('a.example')], subject: makeName({ email: 'cleo@a.example' }) }],
    ['without a name, where names are excluded', { excluded: [host('a.example')] }],
    ['of a kind that is not bound', { excluded: [other('1.2.3')], names: [host('a.example')] }],
  ])('%s', (_name, one) => {
    expect(judge(one)).toEqual({ ours: 'good', openSsl: true });
  });
});

describe('a name is refused', () => {
  test.each<[string, Case]>([
    ['another host', { permitted: [host('a.example')], names: [host('b.example')] }],
    ['a host that only ends alike', { permitted: [host('a.example')], names: [host('ba.example')] }],
    ['a host above the permitted', { permitted: [host('x.a.example')], names: [host('a.example')] }],
    ['the second of two', { permitted: [host('a.example')], names: [host('a.example'), host('b.example')] }],
    ['an excluded host', { excluded: [host('a.example')], names: [host('a.example')] }],
    ['a host below the excluded', { excluded: [host('a.example')], names: [host('X.A.example')] }],
    [
      'permitted and excluded',
      { permitted: [host('example')], excluded: [host('a.example')], names: [host('a.example')] },
    ],
    ['every host, where all are excluded', { excluded: [host('')], names: [host('a.example')] }],
    ['another mailbox', { permitted: [email('ben@a.example')], names: [email('cleo@a.example')] }],
    ['a mailbox of another host', { permitted: [email('a.example')], names: [email('cleo@x.a.example')] }],
    ['a mailbox of the domain itself', { permitted: [email('.a.example')], names: [email('cleo@a.example')] }],
    ['an excluded mailbox', { excluded: [email('a.example')], names: [email('cleo@A.EXAMPLE')] }],
    [
      'an excluded address in the subject',
      { excluded: [email('a.example')], subject: makeName({ email: 'cleo@a.example' }) },
    ],
    ['another address', { permitted: [address('10.0.0.0/8')], names: [address('11.0.0.1')] }],
    ['an excluded address', { excluded: [address('10.0.0.0/8')], names: [address('10.1.2.3')] }],
    ['an address of another version', { permitted: [address('10.0.0.0/8')], names: [address('2001:db8::1')] }],
    [
      'an address of another version that begins alike',
      { permitted: [address('10.0.0.0/8')], names: [address('a00::1')] },
    ],
    ['another subject', { permitted: [directory({ utf8String: 'Nordmark' })] }],
    [
      'a subject above',
      {
        permitted: [directory({ utf8String: 'Nordmark' }, { utf8String: 'Payments' }, { utf8String: 'X' })],
        subject: within,
      },
    ],
    ['an excluded subject', { excluded: [directory({ utf8String: 'Nordmark' })], subject: within }],
    [
      'an excluded subject in another kind of string',
      { excluded: [directory({ printableString: 'NORDMARK' })], subject: within },
    ],
    [
      'an excluded name beside the subject',
      { excluded: [directory({ utf8String: 'Nordmark' })], names: [directory({ utf8String: 'Nordmark' })] },
    ],
    ['of a kind that is not compared', { excluded: [other('1.2.3')], names: [other('1.2.3')] }],
    ['a mailbox beyond ASCII', { permitted: [email('a.example')], names: [other(UTF8_MAILBOX)] }],
  ])('%s', (_name, one) => {
    expect(judge(one)).toEqual({ ours: 'name_not_permitted', openSsl: false });
  });

  /** Where OpenSSL finds a meaning, or another one. */
  test.each<[string, Case]>([
    ['a pattern that may stand for others', { permitted: [host('x.a.example')], names: [host('*.a.example')] }],
    ['a pattern that may stand for the excluded', { excluded: [host('x.a.example')], names: [host('*.a.example')] }],
    [
      'a host below a constraint with a dot before it',
      { permitted: [host('.a.example')], names: [host('x.a.example')] },
    ],
    ['a host beside an excluded pattern', { excluded: [host('*.a.example')], names: [host('b.example')] }],
    ['a host that is none', { permitted: [host('a.example')], names: [host('a b.a.example')] }],
    ['a host with a dot after it', { excluded: [host('a.example')], names: [host('a.example.')] }],
    ['a mailbox of two parts', { permitted: [email('a.example')], names: [email('a@b@a.example')] }],
    ['a mailbox in quotes', { permitted: [email('a.example')], names: [email('"cleo ben"@a.example')] }],
    ['any address below one without a mask', { permitted: [address('10.0.0.1')], names: [address('10.0.0.1')] }],
    ['a permitted address of the web', { permitted: [uri('a.example')], names: [uri('https://a.example/')] }],
    [
      'an excluded subject with what can’t be seen',
      {
        excluded: [directory({ utf8String: 'Nordmark' })],
        subject: organizations({ utf8String: 'Nord\u00admark\u200b' }),
      },
    ],
    [
      'an excluded subject with wide letters and spaces',
      {
        excluded: [directory({ utf8String: 'Nordmark Bank' })],
        subject: organizations({ utf8String: ' Ｎordmark \t Bank' }),
      },
    ],
    [
      'a subject of which nobody can tell what it says',
      { excluded: [directory({ utf8String: 'Nordmark' })], subject: organizations({ teletexString: 'Nordmark' }) },
    ],
  ])('%s', (_name, one) => {
    expect(judge(one).ours).toBe('name_not_permitted');
  });
});

describe('constraints', () => {
  const a = nameConstraints([host('a.example')]);
  const verdict = (between: readonly Parameters<typeof authority>[0][], leaf: Parameters<typeof person>[0]) => {
    const root = authority({ subject: 'Root' });
    const others = [root];
    for (const wanted of between) others.push(authority({ by: others.at(-1), ...wanted }));
    const found = checkPath(
      person({ by: others.at(-1), ...leaf }).read,
      others.map(({ read }) => read),
      [root.read],
      { now: NOW, purpose: 'client_auth' },
    );
    return 'path' in found ? 'good' : found.fault;
  };

  test('of several authorities hold together, and none widens what one above it allows', () => {
    const wide = nameConstraints([host('a.example'), host('b.example')]);
    const at = (name: string) =>
      verdict(
        [
          { subject: 'A', extensions: [...AUTHORITY, a] },
          { subject: 'B', extensions: [...AUTHORITY, wide] },
        ],
        { extensions: [names(host(name))] },
      );
    expect([at('a.example'), at('b.example')]).toEqual(['good', 'name_not_permitted']);
  });

  test('hold for the names of authorities, but for those that are self-issued', () => {
    const bound = { subject: 'A', extensions: [...AUTHORITY, a] };
    const bearing = [...AUTHORITY, names(host('b.example'))];
    const leaf = { extensions: [names(host('a.example'))] };
    expect(verdict([bound, { subject: 'B', extensions: bearing }], leaf)).toBe('name_not_permitted');
    expect(verdict([bound, { subject: 'A', extensions: bearing }], leaf)).toBe('good');
    expect(verdict([bound], { subject: 'A', extensions: [names(host('b.example'))] })).toBe('name_not_permitted');
  });

  test('and names by the hundred are not compared', () => {
    const hosts = Array.from({ length: 150 }, (_, at) => host(`h${at}.example`));
    expect(judge({ excluded: hosts, names: hosts.map((_, at) => host(`k${at}.example`)) }).ours).toBe('too_many');
  });

  test('are read, or refused where they say what nobody may say', () => {
    const base = '8207612e6578616d70';
    const subtree = `3009${base}`;
    const read = (hex: string) => () => readNameConstraints(Buffer.from(hex, 'hex'));
    expect(read(`301aa00b${subtree}a10b${subtree}`)()).toEqual({
      permitted: [{ kind: 'host', host: 'a.examp' }],
      excluded: [{ kind: 'host', host: 'a.examp' }],
    });
    const nothing = '3000';
    const turned = `301aa10b${subtree}a00b${subtree}`;
    const twice = `301aa00b${subtree}a00b${subtree}`;
    const unknown = `300da20b${subtree}`;
    for (const hex of [nothing, turned, twice, unknown]) expect(read(hex), hex).toThrow('no name constraints');
    const withMaximum = `3010a00e300c${base}810105`;
    const more = `300da00b${subtree}0500`;
    for (const hex of [withMaximum, more]) expect(read(hex), hex).toThrow('One value');
  });

  test('on addresses have a mask of ones, then noughts', () => {
    const bound = (mask: number) => ({
      permitted: [],
      excluded: [{ kind: 'address', octets: Uint8Array.of(11, 0, 0, 0, mask, 0, 0, 0) } as const],
    });
    const name = { kind: 'address', octets: Uint8Array.of(10, 0, 0, 1) } as const;
    // By the bits of 0xfd alone 10 would not be 11.
    expect([0xff, 0xfe, 0x7d].map((mask) => isPermitted(name, bound(mask)))).toEqual([true, false, false]);
  });

  test('that can’t be understood let nobody through', () => {
    const broken = extension('2.5.29.30', Uint8Array.of(0x30, 0).buffer);
    expect(verdict([{ subject: 'A', extensions: [...AUTHORITY, broken] }], {})).toBe('unknown_authority');
    const root = authority({ subject: 'Root' });
    const more = extension('2.5.29.54', Uint8Array.of(2, 1, 0, 5, 0).buffer);
    for (const one of [broken, more])
      expect(
        checkPath(person({ by: root, extensions: [one] }).read, [], [root.read], { now: NOW, purpose: 'client_auth' }),
      ).toEqual({ fault: 'unknown_critical' });
  });
});
