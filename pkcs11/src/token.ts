/** A token of a PKCS #11 module with a session of its user: makes keys, signs with them, deletes them. */
import { randomBytes } from 'node:crypto';
import type { KeyType } from '@signet/contract/key-types';
import { readUlong, ulongs, type Cryptoki, type Ulong } from './cryptoki.ts';
import { Failed } from './failure.ts';
import { findObjects, makePair, signWith } from './objects.ts';
import type { PublicNumbers } from './public-numbers.ts';
import { isReady, tokenInfo, tokensOf, type SlotWithToken } from './slots.ts';
import { CKA, CKF, CKO, CKU, TOKEN_FLAGS } from './standard.ts';

export type TokenKey = { reference: string; numbers: PublicNumbers };
export type Token = ReturnType<typeof openToken>;

/** Finds the token by serial number or label and logs in. Throws {@link Failed}. */
export function openToken(module: Cryptoki, wanted: string, pin: string) {
  const slot = findToken(module, wanted);
  const opened = ulongs();
  module.C_OpenSession(slot, CKF.SERIAL_SESSION | CKF.RW_SESSION, null, null, opened);
  const session = readUlong(opened);
  logIn(module, slot, session, pin);
  /** Handles by reference, as long as the session lasts. */
  const handles = new Map<string, Ulong>();

  const find = (kind: number, reference: string): Ulong[] => {
    const id = Buffer.from(reference, 'hex');
    return findObjects(
      module,
      session,
      [
        [CKA.CLASS, kind],
        [CKA.ID, id],
      ],
      2,
    );
  };

  /** The private key of a reference. */
  function handleOf(reference: string): Ulong {
    const known = handles.get(reference);
    if (known !== undefined) return known;
    const [handle, second] = find(CKO.PRIVATE_KEY, reference);
    if (handle === undefined) throw new Failed({ code: 'KEY_UNKNOWN', detail: reference });
    if (second !== undefined) throw new Failed({ code: 'KEY_AMBIGUOUS', detail: reference });
    handles.set(reference, handle);
    return handle;
  }

  /** Deletes both halves; nothing where they are gone. */
  function destroy(reference: string): void {
    handles.delete(reference);
    for (const kind of [CKO.PRIVATE_KEY, CKO.PUBLIC_KEY])
      for (const object of find(kind, reference)) module.C_DestroyObject(session, object);
  }

  return {
    /** A new pair under a random id. */
    newKey(type: KeyType, label: string): TokenKey {
      const id = randomBytes(16);
      const reference = id.toString('hex');
      try {
        return { reference, numbers: makePair(module, session, { type, id, label }) };
      } catch (error) {
        if (error instanceof Failed && error.failure.code === 'KEY_LEAVES') destroy(reference);
        throw error;
      }
    },

    /** Throws where there is no such key. */
    requireKey(reference: string): void {
      handles.delete(reference);
      handleOf(reference);
    },

    /** RSA PKCS #1 v1.5 over a DigestInfo, ECDSA as r and s over a digest. */
    sign: (reference: string, family: 'rsa' | 'ec', input: Uint8Array): Buffer =>
      signWith(module, session, handleOf(reference), { family, input }),

    destroy,
  };
}

/** The slot of the token. Its number is no name: it may be another after each start. */
function findToken(module: Cryptoki, wanted: string): Ulong {
  const tokens = tokensOf(module).filter(isReady);
  const bySerial = tokens.filter(({ serial }) => serial === wanted);
  const matches = bySerial.length > 0 ? bySerial : tokens.filter(({ label }) => label === wanted);
  const [only, second] = matches;
  if (only && !second) return only.slot;
  const list = (some: SlotWithToken[]): string =>
    some.map(({ label, serial }) => `${JSON.stringify(label)} with serial number ${serial}`).join(', ');
  throw only
    ? new Failed({ code: 'TOKEN_AMBIGUOUS', detail: list(matches) })
    : new Failed({ code: 'TOKEN_UNKNOWN', detail: tokens.length === 0 ? 'there is none' : `there: ${list(tokens)}` });
}

function logIn(module: Cryptoki, slot: Ulong, session: Ulong, pin: string): void {
  const { flags } = tokenInfo(module, slot);
  if ((flags & TOKEN_FLAGS.USER_PIN_LOCKED) !== 0) throw new Failed({ code: 'CKR_PIN_LOCKED', at: 'C_GetTokenInfo' });
  if ((flags & TOKEN_FLAGS.USER_PIN_FINAL_TRY) !== 0) throw new Failed({ code: 'FINAL_TRY' });
  const secret = Buffer.from(pin);
  try {
    module.C_Login(session, CKU.USER, secret, secret.length);
  } finally {
    secret.fill(0);
  }
}
