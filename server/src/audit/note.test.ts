import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { openCheckpoint, parseCheckpoint, signCheckpoint } from './checkpoint.ts';
import { leafHash } from './merkle.ts';
import { formatVerifierKey, noteSigner, openNote, parseVerifierKey, signNote } from './note.ts';

// The key pair, text and signature that the reference implementation (golang.org/x/mod/sumdb/note) publishes.
const VKEY = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW';
const SEED = Buffer.from('AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz', 'base64').subarray(1);
const TEXT = "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n";
const SIGNATURE =
  '— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n';
const OTHER_SIGNATURE =
  '— EnochRoot rwz+eBzmZa0SO3NbfRGzPCpDckykFXSdeX+MNtCOXm2/5n2tiOHp+vAF1aGrQ5ovTG01oOTGwnWLox33WWd1RvMc+QQ=\n';

/** PKCS#8 of an Ed25519 seed is a fixed beginning and the seed (RFC 8410 §7). */
function privateKey(seed: Buffer) {
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]);
  return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
}

const published = noteSigner('PeterNeumann', privateKey(SEED));
const signer = noteSigner('signet.example/audit', generateKeyPairSync('ed25519').privateKey);
const stranger = noteSigner('signet.example/audit', generateKeyPairSync('ed25519').privateKey);

test('signs as the reference implementation does, and reads its notes', () => {
  expect(signNote(TEXT, published)).toBe(`${TEXT}\n${SIGNATURE}`);
  expect(formatVerifierKey(published)).toBe(VKEY);
  const verifier = parseVerifierKey(VKEY)!;
  expect(openNote(`${TEXT}\n${SIGNATURE}`, verifier)).toEqual({ ok: true, text: TEXT });
});

test('a verifier key with any character altered, cut or of another kind is no key', () => {
  expect(parseVerifierKey(VKEY)).not.toBeNull();
  for (let at = 0; at < VKEY.length; at += 1) {
    const other = String.fromCharCode(VKEY.charCodeAt(at) + 1);
    expect(parseVerifierKey(VKEY.slice(0, at) + other + VKEY.slice(at + 1))).toBeNull();
    expect(parseVerifierKey(VKEY.slice(0, at))).toBeNull();
  }
  expect(parseVerifierKey('PeterNeumann+cc469956+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TWBADKEY==')).toBeNull();
  expect(parseVerifierKey('PeterNeumann+173116ae+ZRpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW')).toBeNull();
});

test('signatures by other keys are ignored, a bad one by the known key is not', () => {
  const verifier = parseVerifierKey(VKEY)!;
  expect(openNote(`${TEXT}\n${OTHER_SIGNATURE}${SIGNATURE}`, verifier)).toEqual({ ok: true, text: TEXT });
  expect(openNote(`${TEXT}\n${OTHER_SIGNATURE}`, verifier)).toEqual({ ok: false, why: 'unknown-key' });
  expect(openNote(`${TEXT.replace('cryptography', 'geography')}\n${SIGNATURE}`, verifier)).toEqual({
    ok: false,
    why: 'bad-signature',
  });
  const spoilt = SIGNATURE.replace('ZJku', 'ZJkv');
  expect(openNote(`${TEXT}\n${SIGNATURE}${spoilt}`, verifier)).toEqual({ ok: false, why: 'bad-signature' });
});

test.each([
  ['no signature', TEXT],
  ['an empty signature part', `${TEXT}\n`],
  ['no final newline', `${TEXT}\n${SIGNATURE.slice(0, -1)}`],
  ['a control character', `\u0001${TEXT}\n${SIGNATURE}`],
  ['a key name with a space', `${TEXT}\n${SIGNATURE.replace('PeterNeumann', 'Bad Name')}`],
  ['a line after the signatures', `${TEXT}\n${SIGNATURE}Unexpected line.\n`],
  ['a hyphen for the dash', `${TEXT}\n${SIGNATURE.replace('—', '-')}`],
  ['base64 in another spelling of the same bytes', `${TEXT}\n${SIGNATURE.replace('JnAM=', 'JnAN=')}`],
  ['too many signatures', `${TEXT}\n${SIGNATURE.repeat(101)}`],
])('a note with %s is malformed', (_, note) => {
  expect(openNote(note, parseVerifierKey(VKEY)!)).toEqual({ ok: false, why: 'malformed' });
});

test('a name or a text that would break the format is not signed', () => {
  const key = generateKeyPairSync('ed25519').privateKey;
  for (const name of ['', 'two words', 'a+b', 'line\nbreak', 'no\u00a0break', 'nul\0']) {
    expect(() => noteSigner(name, key)).toThrow(TypeError);
  }
  expect(() => noteSigner('rsa', generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey)).toThrow(TypeError);
  expect(() => signNote('no newline', signer)).toThrow(TypeError);
  expect(() => signNote('tab\t\n', signer)).toThrow(TypeError);
});

test('a checkpoint carries origin, size and head, and opens for its own key alone', () => {
  const root = leafHash(Buffer.from('x'));
  const note = signCheckpoint({ size: 42, root }, signer);
  expect(note.split('\n').slice(0, 4)).toEqual(['signet.example/audit', '42', root.toString('base64'), '']);
  expect(openCheckpoint(note, signer)).toEqual({
    ok: true,
    checkpoint: { origin: 'signet.example/audit', size: 42, root },
  });
  expect(openCheckpoint(note, stranger)).toEqual({ ok: false, why: 'unknown-key' });
  expect(openCheckpoint(note.replace('\n42\n', '\n41\n'), signer)).toEqual({ ok: false, why: 'bad-signature' });
});

test('a checkpoint that speaks for another log proves nothing', () => {
  const root = leafHash(Buffer.from('x')).toString('base64');
  const note = signNote(`signet.example/other\n42\n${root}\n`, signer);
  expect(openCheckpoint(note, signer)).toEqual({ ok: false, why: 'malformed' });
});

test.each([
  'a\n1\n',
  'a\n01\nROOT\n',
  'a\n-1\nROOT\n',
  'a\n1e3\nROOT\n',
  '\n1\nROOT\n',
  'a\n1\nAAAA\n',
  'a\n1\nROOT',
  'a\n1\nROOT\n\n',
  'a\n9007199254740993\nROOT\n',
])('a text like %j is no checkpoint', (text) => {
  const root = leafHash(Buffer.from('x')).toString('base64');
  expect(parseCheckpoint('a\n1\nROOT\nextension\n'.replace('ROOT', root))).not.toBeNull();
  expect(parseCheckpoint(text.replace('ROOT', root))).toBeNull();
});
