/** What the process of a module does with it: one session at a time, begun anew for each command. */
import {
  bindModule,
  initialize,
  readLong,
  readUlong,
  template,
  ulongs,
  type Attribute,
  type Cryptoki,
  type Ulong,
} from '@signet/pkcs11/cryptoki';
import { Failed } from '@signet/pkcs11/failure';
import { findObjects, makePair, readNumbers, signWith } from '@signet/pkcs11/objects';
import type { PublicNumbers } from '@signet/pkcs11/public-numbers';
import { tokensOf, type SlotWithToken } from '@signet/pkcs11/slots';
import { CKA, CKC_X_509, CKF, CKK, CKM, CKO, CKU } from '@signet/pkcs11/standard';
import { isKeyStatement } from './key-statement.ts';
import type { Request, ToldObjects, ToldToken, Which } from './messages.ts';

type Of<C extends Request['call']> = Extract<Request, { call: C }>;
/** More objects of a kind are not told of: a store may hold all authorities of a company beside the person's few. */
const MOST = 4_096;
/** A card that was reset a moment ago is not there at once: how long it is waited for, in milliseconds. */
const PAUSES = [200, 400, 800, 0];
/** CK_MECHANISM_INFO begins with the smallest and the largest key. */
const MECHANISM_INFO_BYTES = 64;

export function openModule(path: string, parameters: string | null) {
  const module = bindModule(path);
  let isInitialized = false;
  let session: Ulong | null = null;

  /** Also ends every login: a PIN that comes next is verified, whatever was open. */
  function beginAnew(): void {
    finish();
    initialize(module, parameters);
    isInitialized = true;
  }
  function finish(): void {
    session = null;
    if (!isInitialized) return;
    isInitialized = false;
    module.C_Finalize(null);
  }

  function current(): Ulong {
    if (session === null) throw new Failed({ code: 'CLOSED' });
    return session;
  }

  function findToken({ serial, label }: Which): SlotWithToken {
    for (const pause of PAUSES) {
      const token = tokensOf(module).find((one) => one.serial === serial && one.label === label);
      if (token) return token;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pause);
    }
    throw new Failed({ code: 'CKR_TOKEN_NOT_PRESENT' });
  }
  const find = (...attributes: Attribute[]): Ulong[] => findObjects(module, current(), attributes, MOST);
  const read = (object: Ulong, type: number): Buffer | null => readLong(module, current(), object, type);

  const certificatesOf = (...attributes: Attribute[]) =>
    find([CKA.CLASS, CKO.CERTIFICATE], ...attributes).flatMap((object) => {
      const value = read(object, CKA.VALUE);
      return value ? [{ object, value }] : [];
    });

  function openSession(slot: Ulong, flags: number): void {
    const opened = ulongs();
    module.C_OpenSession(slot, flags, null, null, opened);
    session = readUlong(opened);
  }

  function logIn(holder: 'user' | 'so', pin: string): void {
    // Where another session, or another program, has the token open, some modules take any PIN for right.
    tolerating('CKR_USER_NOT_LOGGED_IN', () => module.C_Logout(current()));
    withSecret(pin, (secret) => module.C_Login(current(), holder === 'so' ? CKU.SO : CKU.USER, secret, secret.length));
  }

  function privateKey(id: string): Ulong {
    const [handle, second] = find([CKA.CLASS, CKO.PRIVATE_KEY], [CKA.ID, Buffer.from(id, 'hex')]);
    if (handle === undefined) throw new Failed({ code: 'KEY_UNKNOWN', detail: id });
    if (second !== undefined) throw new Failed({ code: 'KEY_AMBIGUOUS', detail: id });
    return handle;
  }

  function destroy({ id, kind }: Omit<Of<'destroy'>, 'call'>): number {
    const kinds = kind === 'all' ? [CKO.CERTIFICATE, CKO.PUBLIC_KEY, CKO.PRIVATE_KEY] : [CKO.CERTIFICATE];
    const gone = kinds.flatMap((one) => find([CKA.CLASS, one], [CKA.ID, Buffer.from(id, 'hex')]));
    for (const object of gone) tolerating('CKR_OBJECT_HANDLE_INVALID', () => module.C_DestroyObject(current(), object));
    return gone.length;
  }

  return {
    finish,
    tokens(): ToldToken[] {
      beginAnew();
      return tokensOf(module).map((token) => told(module, token));
    },
    objects(which: Of<'objects'>): ToldObjects {
      beginAnew();
      openSession(findToken(which).slot, CKF.SERIAL_SESSION);
      const named = (object: Ulong) => ({
        id: read(object, CKA.ID)?.toString('hex') ?? '',
        label: read(object, CKA.LABEL)?.toString() ?? '',
      });
      const keys = find([CKA.CLASS, CKO.PUBLIC_KEY], [CKA.TOKEN, true]).map((object) => ({
        ...named(object),
        numbers: numbersOf(module, current(), object),
      }));
      const certificates = certificatesOf([CKA.TOKEN, true]).map(({ object, value }) => ({
        ...named(object),
        value,
      }));
      return { keys, certificates };
    },
    open(which: Of<'open'>): ToldToken {
      beginAnew();
      const token = findToken(which);
      openSession(token.slot, which.writes ? CKF.SERIAL_SESSION | CKF.RW_SESSION : CKF.SERIAL_SESSION);
      return told(module, token);
    },
    logIn: ({ holder, pin }: Of<'logIn'>): void => logIn(holder, pin),
    generate({ type, id, label }: Of<'generate'>): PublicNumbers {
      try {
        return makePair(module, current(), { type, id: Buffer.from(id, 'hex'), label });
      } catch (error) {
        if (error instanceof Failed && error.failure.code === 'KEY_LEAVES') destroy({ id, kind: 'all' });
        throw error;
      }
    },
    sign({ id, family, input, pin }: Of<'sign'>): Buffer {
      const key = privateKey(id);
      const isAsked = read(key, CKA.ALWAYS_AUTHENTICATE)?.[0] === 1;
      const prove = (): void =>
        withSecret(pin, (secret) => module.C_Login(current(), CKU.CONTEXT_SPECIFIC, secret, secret.length));
      return signWith(module, current(), key, { family, input, ...(isAsked && { prove }) });
    },
    /** Also what the token says of its keys, which is made anew for each who asks: none of them lies in it. */
    certificates: (): Uint8Array[] => certificatesOf().map(({ value }) => value),
    /**
     * The one that was there goes only when the new one is. In a token with places it is the same object, and what the
     * token says of its key lies under the same id: deleting either would take the new one away.
     */
    keep({ id, label, certificate, names }: Of<'keep'>): void {
      const before = certificatesOf([CKA.ID, Buffer.from(id, 'hex')]);
      const attributes: Attribute[] = [
        [CKA.CLASS, CKO.CERTIFICATE],
        [CKA.CERTIFICATE_TYPE, CKC_X_509],
        [CKA.TOKEN, true],
        [CKA.PRIVATE, false],
        [CKA.ID, Buffer.from(id, 'hex')],
        [CKA.LABEL, Buffer.from(label)],
        [CKA.SUBJECT, names.subject],
        [CKA.ISSUER, names.issuer],
        [CKA.SERIAL_NUMBER, names.serialNumber],
        [CKA.VALUE, certificate],
      ];
      const created = ulongs();
      module.C_CreateObject(current(), template(attributes), attributes.length, created);
      for (const { object, value } of before)
        if (object !== readUlong(created) && !isKeyStatement(value))
          tolerating('CKR_OBJECT_HANDLE_INVALID', () => module.C_DestroyObject(current(), object));
    },
    destroy: (request: Of<'destroy'>): number => destroy(request),
    setPin: ({ pin, newPin }: Of<'setPin'>): void =>
      withSecret(pin, (old) =>
        withSecret(newPin, (fresh) => module.C_SetPIN(current(), old, old.length, fresh, fresh.length)),
      ),
    initPin: ({ newPin }: Of<'initPin'>): void =>
      withSecret(newPin, (secret) => module.C_InitPIN(current(), secret, secret.length)),
    /** Its serial number may be another afterwards, and it may lie in another slot. */
    initToken({ which, label, soPin, pin }: Of<'initToken'>): ToldToken {
      beginAnew();
      const { slot } = findToken(which);
      const known = new Set(tokensOf(module).map((one) => one.serial));
      const padded = Buffer.alloc(32, ' ');
      padded.write(label);
      withSecret(soPin, (secret) => module.C_InitToken(slot, secret, secret.length, padded));
      beginAnew();
      const there = tokensOf(module);
      const isMade = (one: SlotWithToken): boolean => one.label === label && !known.has(one.serial);
      const made = there.find(isMade) ?? findToken({ serial: which.serial, label });
      openSession(made.slot, CKF.SERIAL_SESSION | CKF.RW_SESSION);
      logIn('so', soPin);
      withSecret(pin, (secret) => module.C_InitPIN(current(), secret, secret.length));
      beginAnew();
      return told(module, findToken(made));
    },
    /** Also lets the card go: while a module is at work, other programs may be refused it. */
    close(): void {
      const open = session;
      // A token that was pulled out has ended both already.
      if (open !== null) {
        tolerating(null, () => module.C_Logout(open));
        tolerating(null, () => module.C_CloseSession(open));
      }
      tolerating(null, finish);
    },
  };
}
export type OpenModule = ReturnType<typeof openModule>;

/** Does it, and takes a failure with this code for done; any failure of the module where none is named. */
function tolerating(code: string | null, work: () => void): void {
  try {
    work();
  } catch (error) {
    if (!(error instanceof Failed) || (code !== null && error.failure.code !== code)) throw error;
  }
}

function withSecret(text: string, use: (secret: Buffer) => void): void {
  const secret = Buffer.from(text);
  try {
    use(secret);
  } finally {
    secret.fill(0);
  }
}

function sizesOf(module: Cryptoki, slot: Ulong, mechanism: number): { min: number; max: number } | null {
  const info = Buffer.alloc(MECHANISM_INFO_BYTES);
  try {
    module.C_GetMechanismInfo(slot, mechanism, info);
  } catch (error) {
    if (error instanceof Failed) return null;
    throw error;
  }
  return { min: Number(readUlong(info)), max: Number(readUlong(info, 1)) };
}

const told = (module: Cryptoki, { slot, label, serial, flags, pin, firmware }: SlotWithToken): ToldToken => ({
  label,
  serial,
  flags,
  pin,
  firmware,
  sizes: {
    rsa: sizesOf(module, slot, CKM.RSA_PKCS_KEY_PAIR_GEN),
    ec: sizesOf(module, slot, CKM.EC_KEY_PAIR_GEN),
  },
});

function numbersOf(module: Cryptoki, session: Ulong, object: Ulong): PublicNumbers | null {
  const kind = readLong(module, session, object, CKA.KEY_TYPE);
  const number = kind === null ? -1 : Number(readUlong(kind));
  if (number !== CKK.RSA && number !== CKK.EC) return null;
  try {
    return readNumbers(module, session, object, number === CKK.RSA ? 'rsa' : 'ec');
  } catch (error) {
    if (error instanceof Failed && error.failure.code.startsWith('CKR_ATTRIBUTE_')) return null;
    throw error;
  }
}
