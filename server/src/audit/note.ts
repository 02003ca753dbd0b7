import { createPublicKey, hash, sign, verify } from 'node:crypto';
import type { KeyObject } from 'node:crypto';

/**
 * Signed notes as C2SP describes them (https://c2sp.org/signed-note), with Ed25519 alone:
 * a text, an empty line, and signature lines `— <key name> <base64(key id || signature)>`.
 */

/** Signature type byte of plain Ed25519 (C2SP signed-note, "Signature types"). */
const ED25519 = 0x01;

/** More signatures than this make a note malformed; the format asks for room for at least 16. */
const MAX_SIGNATURES = 100;

/** One who signs notes: `name` is the key name, `publicKey` 32 bytes, `sign` gives 64 bytes over UTF-8 text. */
export type NoteSigner = { name: string; publicKey: Buffer; sign: (text: string) => Buffer };

/** One whose signature is looked for; `publicKey` is 32 bytes. A {@link NoteSigner} is one too. */
export type NoteVerifier = { name: string; publicKey: Buffer };

/** Whether a note's text may be believed, and if not, why. */
export type OpenedNote = { ok: true; text: string } | { ok: false; why: 'malformed' | 'unknown-key' | 'bad-signature' };

/** A signer from an Ed25519 private key. Throws a TypeError for a name that C2SP does not allow. */
export function noteSigner(name: string, privateKey: KeyObject): NoteSigner {
  if (!isKeyName(name)) throw new TypeError(`"${name}" is not a key name: no spaces, no plus sign, not empty.`);
  const jwk = createPublicKey(privateKey).export({ format: 'jwk' });
  if (jwk.crv !== 'Ed25519' || jwk.x === undefined) throw new TypeError('The key of a note is an Ed25519 key.');
  return {
    name,
    publicKey: Buffer.from(jwk.x, 'base64url'),
    sign: (text) => sign(null, Buffer.from(text), privateKey),
  };
}

/** The first four bytes of SHA-256(name || 0x0A || 0x01 || public key) (C2SP signed-note, "Ed25519 signatures"). */
export function keyId(key: NoteVerifier): Buffer {
  return hash('sha256', Buffer.concat([Buffer.from(`${key.name}\n`), typedKey(key)]), 'buffer').subarray(0, 4);
}

/** The key in the text form that people pass on: `<name>+<hex key id>+<base64(0x01 || public key)>`. */
export function formatVerifierKey(key: NoteVerifier): string {
  return `${key.name}+${keyId(key).toString('hex')}+${typedKey(key).toString('base64')}`;
}

/** Reads the text form of a key; null when it is not one, or its id does not belong to it. */
export function parseVerifierKey(text: string): NoteVerifier | null {
  const match = /^([^+]+)\+([0-9a-f]{8})\+(.+)$/u.exec(text);
  if (!match) return null;
  const [, name = '', id = '', encoded = ''] = match;
  const bytes = fromBase64(encoded);
  if (!isKeyName(name) || bytes?.length !== 33 || bytes[0] !== ED25519) return null;
  const key = { name, publicKey: bytes.subarray(1) };
  return keyId(key).toString('hex') === id ? key : null;
}

/** The signed note of a text, which must end in a newline and hold no other control characters. */
export function signNote(text: string, signer: NoteSigner): string {
  if (!isNoteText(text)) throw new TypeError('The text of a note ends in a newline and holds no control characters.');
  return `${text}\n— ${signer.name} ${Buffer.concat([keyId(signer), signer.sign(text)]).toString('base64')}\n`;
}

/**
 * The text of a note if the verifier's key signed it. Signatures by other keys are ignored;
 * one by this key that does not verify spoils the note (C2SP signed-note, "Signatures").
 */
export function openNote(note: string, verifier: NoteVerifier): OpenedNote {
  const parsed = parseNote(note);
  if (!parsed) return { ok: false, why: 'malformed' };
  const id = keyId(verifier);
  const matching = parsed.signatures.filter(
    ({ name, bytes }) => name === verifier.name && bytes.subarray(0, 4).equals(id),
  );
  if (matching.length === 0) return { ok: false, why: 'unknown-key' };
  const key = createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: verifier.publicKey.toString('base64url') },
    format: 'jwk',
  });
  const valid = matching.every(({ bytes }) => verify(null, Buffer.from(parsed.text), key, bytes.subarray(4)));
  return valid ? { ok: true, text: parsed.text } : { ok: false, why: 'bad-signature' };
}

type ParsedNote = { text: string; signatures: { name: string; bytes: Buffer }[] };

function parseNote(note: string): ParsedNote | null {
  const split = note.lastIndexOf('\n\n');
  if (split < 0 || !note.endsWith('\n')) return null;
  const text = note.slice(0, split + 1);
  const lines = note.slice(split + 2, -1).split('\n');
  if (!isNoteText(text) || lines.length > MAX_SIGNATURES) return null;
  const signatures: ParsedNote['signatures'] = [];
  for (const line of lines) {
    const match = /^— (\S+) (\S+)$/u.exec(line);
    const bytes = fromBase64(match?.[2] ?? '');
    if (!match?.[1] || !isKeyName(match[1]) || !bytes || bytes.length < 5) return null;
    signatures.push({ name: match[1], bytes });
  }
  return { text, signatures };
}

/** Standard base64 (RFC 4648 §4) of at least one byte, in its one canonical spelling; null otherwise. */
export function fromBase64(text: string): Buffer | null {
  const bytes = Buffer.from(text, 'base64');
  return text !== '' && bytes.toString('base64') === text ? bytes : null;
}

function typedKey(key: NoteVerifier): Buffer {
  return Buffer.concat([Buffer.from([ED25519]), key.publicKey]);
}

function isKeyName(name: string): boolean {
  return /^[^\s+\p{Cc}]+$/u.test(name) && name.isWellFormed();
}

function isNoteText(text: string): boolean {
  // Control characters are those below U+0020; newline alone is allowed.
  return text.endsWith('\n') && text.isWellFormed() && Array.from(text).every((char) => char === '\n' || char >= ' ');
}
