/** Paths made here, one thing wrong with each; what is accepted OpenSSL must accept as well. */
import { generateKeyPairSync, randomInt } from 'node:crypto';
import { rmSync } from 'node:fs';
import { Version } from '@peculiar/asn1-x509';
import { afterAll, describe, expect, test } from 'vitest';
import { leastCpuMs } from '../testing/cpu-time.ts';
import { makeName } from './distinguished-name.ts';
import { extendedKeyUsage, keyUsage } from './extensions.ts';
import { checkPath } from './path.ts';
import { forPath } from './path-certificate.ts';
import type { PathFault } from './path-rules.ts';
import { readCertificate } from './read-certificate.ts';
import {
  anAuthority,
  authority,
  extension,
  newKeys,
  person,
  type Made,
  type Wanted,
} from './testing/any-certificate.ts';
import { daysOn, NOW } from './testing/authority.ts';
import { openSsl, pem } from './testing/openssl.ts';

const ssl = openSsl();
afterAll(() => rmSync(ssl.folder, { recursive: true }));

type Case = { leaf: Made; others?: readonly Made[]; anchors?: readonly Made[]; now?: Date };

const root = authority({ subject: 'Root' });
const sub = authority({ subject: 'Issuing', by: root });
const cleo = person({ by: sub });
const stranger = authority({ subject: 'Stranger' });

const check = ({ leaf, others = [sub], anchors = [root], now = NOW }: Case) =>
  checkPath(
    leaf.read,
    others.map(({ read }) => read),
    anchors.map(({ read }) => read),
    { now, purpose: 'client_auth' },
  );

/** What OpenSSL says of the same: signatures of 112 bits of security, as ours. */
function openSslAccepts({ leaf, others = [sub], anchors = [root], now = NOW }: Case): boolean {
  const file = (name: string, made: readonly Made[]): string =>
    ssl.put(name, made.map(({ der }) => pem('CERTIFICATE', der)).join(''));
  const untrusted = others.length > 0 ? ['-untrusted', file('others.pem', others)] : [];
  const how = `verify -x509_strict -partial_chain -purpose sslclient -auth_level 2 -attime ${now.getTime() / 1000}`;
  return ssl.ask(...how.split(' '), ...untrusted, '-trusted', file('anchors.pem', anchors), file('leaf.pem', [leaf]))
    .agrees;
}

describe('a certificate is accepted', () => {
  const again = authority({ subject: 'Issuing', by: root, keys: sub.keys });
  const third = authority({ subject: 'Third', by: sub });
  const other = authority({ subject: 'Other root' });
  const crossed = authority({ subject: 'Root', by: other, keys: root.keys });
  const back = authority({ subject: 'Other root', by: root, keys: other.keys });
  const namesake = authority({ subject: 'Issuing', by: root });
  const renamed = authority({ subject: 'Renamed', by: root, keys: sub.keys });
  const deep = person({ by: third });
  const plain = person({ by: sub, extensions: [] });
  const usages = [anAuthority(0), keyUsage(['keyCertSign']), extendedKeyUsage(['client_auth'])];
  const narrow = authority({ subject: 'Narrow', by: root, extensions: usages });
  const below = person({ by: narrow });

  test.each<[string, Case, readonly Made[]]>([
    ['below an anchor', { leaf: cleo, others: [], anchors: [sub] }, [cleo, sub]],
    ['over an authority between', { leaf: cleo }, [cleo, sub, root]],
    ['out of order, with strangers', { leaf: deep, others: [stranger, cleo, third, sub] }, [deep, third, sub, root]],
    ['with the anchor, and itself, sent along', { leaf: cleo, others: [cleo, root, sub] }, [cleo, sub, root]],
    ['the shortest way to several anchors', { leaf: cleo, anchors: [root, sub] }, [cleo, sub]],
    ['after its authority was renewed', { leaf: cleo, others: [], anchors: [again, sub] }, [cleo, again]],
    ['beside an authority of the same name', { leaf: cleo, others: [namesake, sub] }, [cleo, sub, root]],
    ['beside an authority with the same key', { leaf: cleo, others: [renamed, sub] }, [cleo, sub, root]],
    ['by way of another root', { leaf: cleo, others: [sub, crossed], anchors: [other] }, [cleo, sub, crossed, other]],
    ['among roots that signed each other', { leaf: cleo, others: [back, crossed, sub] }, [cleo, sub, root]],
    ['without usages', { leaf: plain }, [plain, sub, root]],
    ['below an authority for its purpose alone', { leaf: below, others: [narrow] }, [below, narrow, root]],
  ])('%s', (_name, one, path) => {
    expect(check(one)).toEqual({ path: path.map(({ read }) => read) });
    expect(openSslAccepts(one)).toBe(true);
  });

  // OpenSSL stops a second sooner than RFC 5280, 4.1.2.5 does.
  test('in its last second', () => {
    const end = daysOn(100).getTime();
    expect(check({ leaf: cleo, now: new Date(end + 999) })).toHaveProperty('path');
    expect(check({ leaf: cleo, now: new Date(end + 1000) })).toEqual({ fault: 'expired' });
  });
});

describe('a certificate is refused', () => {
  const rsa = (modulusLength: number) => generateKeyPairSync('rsa', { modulusLength });
  const strong = authority({ subject: 'RSA', keys: rsa(2048) });
  const below = (wanted: Parameters<typeof authority>[0]): Case => {
    const between = authority({ subject: 'Between', by: root, ...wanted });
    return { leaf: person({ by: between }), others: [between] };
  };
  const own = (wanted: Parameters<typeof person>[0]): Case => ({ leaf: person({ by: sub, ...wanted }) });
  const bounded = authority({ subject: 'Bounded', extensions: [anAuthority(0), keyUsage(['keyCertSign'])] });
  const unbounded = authority({ subject: 'Unbounded', by: bounded });
  const loopA = newKeys();
  const loopB = newKeys();
  const inLoop = authority({ subject: 'A', by: { name: makeName({ common_name: 'B' }), keys: loopB }, keys: loopA });
  const loop = authority({ subject: 'B', by: inLoop, keys: loopB });
  const old = authority({ subject: 'Old root', version: Version.v1, extensions: [] });
  const unknown = extension('1.2.3.4', Uint8Array.of(5, 0).buffer);

  test.each<[string, PathFault, Case]>([
    ['of a root that nobody trusts', 'unknown_authority', { leaf: person({ by: stranger }), others: [stranger] }],
    ['whose authority is not sent along', 'unknown_authority', { leaf: cleo, others: [] }],
    ['signed by itself', 'unknown_authority', { leaf: person({}) }],
    ['signed by itself, under the name of the root', 'bad_signature', { leaf: person({ subject: 'Root' }) }],
    [
      'below authorities that signed each other',
      'unknown_authority',
      { leaf: person({ by: loop }), others: [loop, inLoop] },
    ],
    ['of another root with the same names', 'bad_signature', { leaf: cleo, anchors: [authority({ subject: 'Root' })] }],
    [
      'of its authority by another name',
      'unknown_authority',
      { leaf: cleo, others: [authority({ subject: 'Renamed', by: root, keys: sub.keys })] },
    ],
    ['that is no more', 'expired', { leaf: cleo, now: daysOn(101) }],
    ['that is not yet', 'not_yet_valid', own({ from: daysOn(1) })],
    ['whose authority is no more', 'authority_expired', below({ from: daysOn(-20), to: daysOn(-10) })],
    ['whose authority is not yet', 'authority_expired', below({ from: daysOn(10), to: daysOn(90) })],
    [
      'whose root is no more',
      'authority_expired',
      { leaf: person({ by: sub, to: daysOn(2_000) }), now: daysOn(1_001) },
    ],
    ['for servers', 'wrong_usage', own({ extensions: [extendedKeyUsage(['server_auth'])] })],
    ['that may not sign', 'wrong_usage', own({ extensions: [keyUsage(['keyEncipherment'])] })],
    [
      'below an authority for servers',
      'wrong_usage',
      below({ extensions: [anAuthority(), keyUsage(['keyCertSign']), extendedKeyUsage(['server_auth'])] }),
    ],
    ['that no authority signed, but a person', 'not_an_authority', { leaf: person({ by: cleo }), others: [cleo, sub] }],
    ['below one that says it is no authority', 'not_an_authority', below({ extensions: [keyUsage(['keyCertSign'])] })],
    [
      'below an authority that may sign lists alone',
      'not_an_authority',
      below({ extensions: [anAuthority(), keyUsage(['cRLSign'])] }),
    ],
    ['below an authority without a name', 'not_an_authority', below({ subject: makeName({}) })],
    ['below a root of version 1', 'not_an_authority', { leaf: person({ by: old }), others: [], anchors: [old] }],
    [
      'further below than its root allows',
      'path_too_long',
      { leaf: person({ by: unbounded }), others: [unbounded], anchors: [bounded] },
    ],
    ['that says it was signed in another way', 'bad_signature', own({ signed: 'sha384', saysSigned: 'sha256' })],
    [
      'that signs certificates and is no authority',
      'wrong_usage',
      own({ extensions: [keyUsage(['digitalSignature', 'keyCertSign'])] }),
    ],
    ['with no purpose at all', 'wrong_usage', own({ extensions: [extendedKeyUsage([])] })],
    ['with something critical that is unknown', 'unknown_critical', own({ extensions: [unknown] })],
    [
      'below an authority with something critical that is unknown',
      'unknown_critical',
      below({ extensions: [anAuthority(), unknown] }),
    ],
    ['by SHA-1', 'weak_signature', own({ signed: 'sha1' })],
    ['by MD5', 'weak_signature', { leaf: person({ by: strong, signed: 'md5' }), anchors: [strong] }],
    ['below an authority by SHA-1', 'weak_signature', below({ signed: 'sha1' })],
    ['with a key of 1024 bits', 'weak_key', own({ keys: rsa(1024) })],
    ['below an authority with a key of 1024 bits', 'weak_key', below({ keys: rsa(1024) })],
  ])('%s: %s', (_name, fault, one) => {
    expect(check(one)).toEqual({ fault });
    expect(openSslAccepts(one)).toBe(false);
  });

  /** OpenSSL would accept these; the decision on paths says why we don't. */
  test.each<[string, PathFault, Case]>([
    ['of an authority', 'wrong_usage', { leaf: sub, others: [] }],
    ['of the root itself', 'wrong_usage', { leaf: root, others: [] }],
    ['with another curve', 'weak_key', own({ keys: newKeys('secp256k1') })],
    [
      'by Ed25519',
      'weak_signature',
      { leaf: person({ by: { name: root.name, keys: generateKeyPairSync('ed25519') }, signed: 'ed25519' }) },
    ],
  ])('%s: %s', (_name, fault, one) => {
    expect(check(one)).toEqual({ fault });
  });
});

describe('what is made to cost time costs little', () => {
  const spent = (work: () => unknown): number => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };

  test('twenty authorities of one name, each signed by each other', () => {
    const keys = Array.from({ length: 5 }, () => newKeys('P-384'));
    const name = makeName({ common_name: 'Hydra' });
    const hydra = keys.flatMap((one) =>
      keys
        .filter((other) => other !== one)
        .map((other) => authority({ subject: name, keys: one, by: { name, keys: other } })),
    );
    expect(hydra).toHaveLength(20);
    const [head] = hydra;
    if (!head) throw new Error('It has twenty heads.');
    const one = { leaf: person({ by: head }), others: hydra };
    let verdict: unknown;
    expect(leastCpuMs(() => (verdict = check(one)))).toBeLessThan(400);
    expect(verdict).toEqual({ fault: 'too_many' });
  });

  /** So many authorities, one above the other, each with two certificates; the first of them is `by`'s. */
  function ladder(steps: number, by: Made, between: Wanted = {}): Made[] {
    const rungs: Made[] = [];
    let above = by;
    for (let at = 0; at < steps; at += 1) {
      const first = authority({ subject: `Step ${at}`, by: above, ...between });
      rungs.unshift(first, authority({ subject: `Step ${at}`, by: above, keys: first.keys }));
      above = first;
    }
    return rungs;
  }
  const below = (rungs: readonly Made[], anchors: readonly Made[]) =>
    check({ leaf: person({ by: rungs[0] }), others: rungs, anchors });

  test('an authority that stays is read once', () => {
    expect(forPath(root.read)).toBe(forPath(root.read));
  });

  test('more certificates than anybody sends are not looked at', () => {
    const strangers = Array.from({ length: 20 }, () => stranger);
    expect(check({ leaf: cleo, others: [...strangers.slice(1), sub] })).toHaveProperty('path');
    expect(check({ leaf: cleo, others: [...strangers, sub] })).toEqual({ fault: 'too_many' });
  });

  test('one above the other, all of one name: after some signatures it is given up', () => {
    let above = authority({ subject: 'Hydra' });
    const heads = Array.from({ length: 20 }, () => (above = authority({ subject: 'Hydra', by: above })));
    expect(check({ leaf: person({ by: heads.at(-1) }), others: heads })).toEqual({ fault: 'too_many' });
  });

  test('two ways at each step: no signature is checked twice, and after some steps it is given up', () => {
    expect(below(ladder(5, stranger), [root])).toEqual({ fault: 'unknown_authority' });
    expect(below(ladder(9, stranger), [root])).toEqual({ fault: 'too_many' });
  });

  test('of many ways, all but the last of which are bad, some are judged', () => {
    const ended = { from: daysOn(-20), to: daysOn(-10) };
    expect(below(ladder(4, root, ended), [root])).toHaveProperty('path');
    expect(below(ladder(5, root, ended), [root])).toEqual({ fault: 'authority_expired' });
  });

  test('bytes changed at random: each is refused, and soon', () => {
    const accepted: string[] = [];
    const slowest = Array.from({ length: 1_000 }, (_, round) => {
      const original = round % 2 ? cleo : sub;
      const altered = Uint8Array.from(original.der);
      const at = randomInt(altered.length);
      altered[at] = (altered[at] ?? 0) ^ (1 << randomInt(8));
      for (let more = randomInt(8); more > 1; more -= 1) altered[(at + more) % altered.length] = randomInt(256);
      return spent(() => {
        const read = readCertificate(altered);
        if ('fault' in read) return;
        const [leaf, other] = original === cleo ? [read, sub.read] : [cleo.read, read];
        const verdict = checkPath(leaf, [other], [root.read], { now: NOW, purpose: 'client_auth' });
        if ('path' in verdict) accepted.push(Buffer.from(altered).toString('hex'));
      });
    });
    expect(accepted).toEqual([]);
    // Each takes less than one; a collection of garbage may fall into it.
    expect(Math.max(...slowest)).toBeLessThan(1_000);
  });
});
