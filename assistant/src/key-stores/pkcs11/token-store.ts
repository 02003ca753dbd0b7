/** Keys in PKCS #11 tokens: hardware, and stores of other programs that are reached the same way. */
import { createHash, createPublicKey, randomBytes, verify, type X509Certificate } from 'node:crypto';
import { Certificate } from '@peculiar/asn1-x509';
import { AsnConvert, AsnIntegerArrayBufferConverter } from '@peculiar/asn1-schema';
import { SLOT_IDS } from '@signet/contract/assistant/token-rules';
import type { KeyType } from '@signet/contract/key-types';
import { whyNotPin } from '@signet/contract/rules';
import { Failed } from '@signet/pkcs11/failure';
import { subjectPublicKeyInfo } from '@signet/pkcs11/public-numbers';
import { digestInfo, ecdsaSequence } from '@signet/pkcs11/signature-format';
import { CommandRefusal, ofNewPin } from '../../refusal.ts';
import { readCertificate } from '../certificate-facts.ts';
import { mayBeLast, type FoundToken, type Holder, type KeyMark, type KeyStore, type Tried } from '../key-store.ts';
import { makeRequest, pemOf, SIGNATURE_ALGORITHMS } from '../request.ts';
import { attestationOf } from './key-statement.ts';
import type { Names, ToldToken } from './messages.ts';
import type { ModuleKind } from './modules.ts';
import type { AskModule } from './one-module.ts';
import { refusing } from './refusals.ts';
import { joinObjects, shownEntry, spkiOf, type TokenObject } from './token-objects.ts';
import { isBlank, needsPin, requirePinOf, shownToken, triesOf } from './told-token.ts';
import { tokenFinder, type Held, type ModuleParts } from './token-finder.ts';

/** The key of the maker, by which it says that others were made in it. It signs nothing else. */
const MAKERS_KEY = '19';
/** PIN and PUK of a YubiKey, in octets. Its module names a larger range, since it takes management keys as well. */
const OF_YUBIKEY = { pin: { min: 6, max: 8 } };
const MANAGEMENT_KEY = /^[\da-f]{48}$/;

/** For a new PIN the rule of S-188 holds as well as that of the token. */
function requireNewPin(token: Pick<ToldToken, 'pin'>, pin: string): void {
  if (whyNotPin(pin)) throw new CommandRefusal('CKR_ARGUMENTS_BAD');
  requirePinOf(token, pin);
}

/**
 * Under which name wrong PINs are counted. A card that shows a token for each of its PINs may have one PIN to reset all
 * of them: the tries of that are the card's.
 */
const countOf = (serial: string, holder: Holder, told: Pick<ToldToken, 'serial' | 'label'>): string =>
  `${holder} ${holder === 'so' && serial === `${told.serial} ${told.label}` ? told.serial : serial}`;

const isFailure = (error: unknown, code: string): boolean => error instanceof Failed && error.failure.code === code;

/** Of what a PIN is reset with: where that is locked, nothing resets it any more. */
async function orLockedToo(work: Promise<void>): Promise<void> {
  await work.catch((error: unknown) => {
    throw isFailure(error, 'CKR_PIN_LOCKED') ? new CommandRefusal('RESET_PIN_LOCKED') : error;
  });
}

/** What the person has agreed to holds for the tries that there were: others may have been made since. */
function requireAgreed(before: Tried, now: Tried): void {
  if (mayBeLast(now) && (now.tries !== before.tries || now.wrong !== before.wrong))
    throw new CommandRefusal('TOKEN_IN_USE', {}, 'Wrong PINs were tried since the person was asked.');
}

/** A key in a token, and the PIN with which its person has logged in. */
type Signer = { id: string; keyType: KeyType; publicKey: Buffer; pin: string };

/** `kind` says which modules reach the tokens. */
export function tokenStore(kind: ModuleKind, parts: ModuleParts): KeyStore {
  const { type } = kind;
  const managed = type === 'yubikey';
  const finder = tokenFinder(kind, parts);
  /** Wrong PINs since the last right one, by {@link countOf}. */
  const wrong = new Map<string, number>();
  /** Keys made since the start, by token and id: not every token shows the public half of one without a certificate. */
  const made = new Map<string, Buffer>();

  const triedOf = (serial: string, holder: Holder, told: ToldToken): Tried => ({
    tries: triesOf(told, holder),
    wrong: wrong.get(countOf(serial, holder, told)) ?? 0,
  });

  /** A command on an open session of the token, for which the PIN of this holder is tried. */
  async function withToken<T>(
    { token: { serial }, tried }: FoundToken,
    holder: Holder,
    work: (ask: AskModule, token: ToldToken) => Promise<T>,
    { writes = true, agreed }: { writes?: boolean; agreed?: { id: string; former: KeyMark | undefined } } = {},
  ): Promise<T> {
    const held = await finder.last(serial);
    return finder.run(held, async (ask) => {
      // Another page may have made a key there since its person was asked, which nobody has agreed to lose.
      if (agreed?.former !== undefined && markOf(await objectsBy(ask, held), agreed.id) !== agreed.former)
        throw new CommandRefusal('TOKEN_IN_USE');
      const told = await ask<'open'>({ call: 'open', writes, ...held.which });
      requireAgreed(tried[holder], triedOf(serial, holder, told));
      return work(ask, told);
    });
  }

  /** Does what shows whether a PIN is right, and counts it. */
  async function counting(of: string, work: Promise<void>): Promise<void> {
    try {
      await work;
      wrong.delete(of);
    } catch (error) {
      if (isFailure(error, 'CKR_PIN_INCORRECT')) wrong.set(of, (wrong.get(of) ?? 0) + 1);
      else if (isFailure(error, 'CKR_PIN_EXPIRED')) wrong.delete(of);
      throw error;
    }
  }
  async function logIn(
    ask: AskModule,
    token: ToldToken,
    { serial, holder, pin }: { serial: string; holder: Holder; pin: string },
  ): Promise<void> {
    const work = (): Promise<void> => ask<'logIn'>({ call: 'logIn', holder, pin });
    if (!managed || holder === 'user') return counting(countOf(serial, holder, token), work());
    // Any other text is tried as the PIN of the person by Yubico's module. A wrong management key costs no try.
    if (!MANAGEMENT_KEY.test(pin)) throw new CommandRefusal('CKR_ARGUMENTS_BAD');
    return work();
  }
  /** Verifies the PIN, or the management key, unless the token takes none. */
  async function logInAsUser(ask: AskModule, token: ToldToken, serial: string, pin: string): Promise<void> {
    if (!needsPin(token)) return;
    requirePinOf(token, pin);
    await logIn(ask, token, { serial, holder: 'user', pin });
  }

  /** Verified before it is handed out: one that was miscalculated could give an RSA key away. */
  async function signWith(ask: AskModule, { id, keyType, publicKey, pin }: Signer, data: Buffer) {
    const { hash } = SIGNATURE_ALGORITHMS[keyType];
    const digest = createHash(hash).update(data).digest();
    const family = keyType.startsWith('rsa') ? 'rsa' : 'ec';
    const input = family === 'rsa' ? digestInfo(hash, digest) : digest;
    const raw = Buffer.from(await ask<'sign'>({ call: 'sign', id, family, input, pin }));
    const signature = family === 'rsa' ? raw : ecdsaSequence(raw);
    if (!verify(hash, data, createPublicKey({ key: publicKey, format: 'der', type: 'spki' }), signature))
      throw new Failed({ code: 'WRONG_SIGNATURE', detail: id });
    return signature;
  }

  /** What the token says of the key; nothing where it can't. */
  async function attestation(ask: AskModule, publicKey: Buffer): Promise<{ attestation?: string[] }> {
    if (!managed) return {};
    const certificates = (await ask<'certificates'>({ call: 'certificates' })).flatMap(
      (value) => readCertificate(value) ?? [],
    );
    const said = attestationOf(
      publicKey,
      certificates.filter((one) => spkiOf(one) !== null),
    );
    return said.length === 0 ? {} : { attestation: said.map(({ raw }) => pemOf('CERTIFICATE', raw)) };
  }

  async function objectsBy(ask: AskModule, held: Held): Promise<TokenObject[]> {
    const objects = joinObjects(await ask<'objects'>({ call: 'objects', ...held.which }));
    return managed ? objects.filter(({ id }) => id !== MAKERS_KEY) : objects;
  }
  const objectsOf = (held: Held): Promise<TokenObject[]> => finder.run(held, (ask) => objectsBy(ask, held));

  async function objectOf(serial: string, id: string): Promise<TokenObject> {
    const found = (await objectsOf(await finder.last(serial))).find((one) => one.id === id);
    if (!found) throw new CommandRefusal('CKR_OBJECT_HANDLE_INVALID');
    return found;
  }

  /** The id of the key to which a certificate belongs. */
  async function idOf(serial: string, publicKey: Buffer): Promise<string> {
    const found = (await objectsOf(await finder.last(serial))).find((one) => one.publicKey?.equals(publicKey));
    const [remembered] = [...made].find(([, one]) => one.equals(publicKey)) ?? [];
    const id = found?.id ?? (remembered?.startsWith(`${serial} `) ? remembered.slice(serial.length + 1) : undefined);
    if (id === undefined) throw new CommandRefusal('CERTIFICATE_WITHOUT_KEY');
    return id;
  }

  const keysStay = (): Promise<never> => Promise.reject(new CommandRefusal('KEYS_STAY'));

  return {
    type,
    name: kind.name,
    managed,
    backsUp: false,
    problem: () => finder.problem(),
    refresh: () => finder.refresh(),
    close: () => finder.close(),
    tokens: async () =>
      (await finder.all()).flatMap(({ serial, told }) => (serial === '' ? [] : [shownToken(type, serial, told)])),
    async find(serial) {
      const { told } = await finder.hold(serial);
      const tried = { user: triedOf(serial, 'user', told), so: triedOf(serial, 'so', told) };
      return { token: shownToken(type, serial, told), tried };
    },
    ...(managed && { keyAt: async (serial, id) => markOf(await objectsOf(await finder.last(serial)), id) }),
    async entries(serial) {
      const all = (await finder.all()).filter(({ told }) => !isBlank(told));
      const asked = all.filter((one) => serial === undefined || one.serial === serial);
      const found = asked.map(async (held) =>
        (await objectsOf(held)).map((one) => shownEntry({ keystore: type, token: held.serial }, one)),
      );
      return (await Promise.all(found)).flat();
    },
    requireBlank: async (serial) => void (await finder.holdBlank(serial)),

    async initialize(serial, label, pin, soPin) {
      const held = await finder.holdBlank(serial);
      for (const one of [pin, soPin]) requireNewPin(held.told, one);
      if (pin === soPin) throw new CommandRefusal('CKR_ARGUMENTS_BAD');
      const ready = await finder.run(held, (ask) =>
        ask<'initToken'>({ call: 'initToken', which: held.which, label, soPin, pin }),
      );
      return shownToken(type, ready.serial, ready);
    },
    verifyPin(found, holder, pin) {
      const work = async (ask: AskModule, token: ToldToken): Promise<void> => {
        requirePinOf(token, pin);
        await logIn(ask, token, { serial: found.token.serial, holder, pin });
      };
      // The officer logs in to a session that may write alone.
      return withToken(found, holder, work, { writes: holder === 'so' });
    },
    changePin: (found, pin, newPin) =>
      withToken(found, 'user', async (ask, token) => {
        await ofNewPin(() => requireNewPin(token, newPin));
        // One that has expired is the right one, and this is the way out.
        await logInAsUser(ask, token, found.token.serial, pin).catch((error: unknown) => {
          if (!isFailure(error, 'CKR_PIN_EXPIRED')) throw error;
        });
        await ofNewPin(() => refusing(ask<'setPin'>({ call: 'setPin', pin, newPin })));
      }),
    resetPin: (found, soPin, newPin) =>
      withToken(found, 'so', async (ask, told) => {
        const { serial } = found.token;
        const token = managed ? OF_YUBIKEY : told;
        await ofNewPin(() => requireNewPin(token, newPin));
        requirePinOf(token, soPin);
        if (managed) {
          // Its officer has a key, and resets nothing. By these two words its module (ykcs11 from 2.1 on) takes a PUK
          // in the place of the present PIN; an older one refuses the length, and tries nothing.
          const work = ask<'setPin'>({ call: 'setPin', pin: `puk:${soPin}`, newPin: `pin:${newPin}` });
          await orLockedToo(counting(countOf(serial, 'so', told), work));
        } else {
          await orLockedToo(logIn(ask, told, { serial, holder: 'so', pin: soPin }));
          await ofNewPin(() => refusing(ask<'initPin'>({ call: 'initPin', newPin })));
        }
        wrong.delete(countOf(serial, 'user', told));
      }),

    generate: (found, pin, { type: keyType, subject, label, slot = 'authentication', managementKey, former }) => {
      const id = managed ? SLOT_IDS[slot] : randomBytes(16).toString('hex');
      const work = async (ask: AskModule, token: ToldToken) => {
        const { serial } = found.token;
        // A wrong PIN is found out before the key is made.
        await logInAsUser(ask, token, serial, pin);
        if (managementKey !== undefined) await logIn(ask, token, { serial, holder: 'so', pin: managementKey });
        const numbers = await ask<'generate'>({ call: 'generate', type: keyType, id, label });
        if (managementKey !== undefined) await logInAsUser(ask, token, serial, pin);
        try {
          const publicKey = subjectPublicKeyInfo(keyType, numbers);
          if (publicKey === null) throw new Failed({ code: 'KEY_WEAK', detail: 'its public half is of another type' });
          const csr = await makeRequest(keyType, publicKey, subject, (content) =>
            signWith(ask, { id, keyType, publicKey, pin }, content),
          );
          made.set(`${serial} ${id}`, publicKey);
          return { id, csr, ...(await attestation(ask, publicKey)) };
        } catch (error) {
          // Nobody knows of it; where the module has failed altogether, that it can't be deleted is no news.
          if (!managed) await ask<'destroy'>({ call: 'destroy', id, kind: 'all' }).catch(() => 0);
          throw error;
        }
      };
      return withToken(found, 'user', work, { agreed: { id, former } });
    },
    async import(found, certificate, secret) {
      const { serial } = found.token;
      const read = readCertificate(certificate);
      const publicKey = read && spkiOf(read);
      if (!read || !publicKey) throw new CommandRefusal('INVALID_CERTIFICATE');
      const id = await idOf(serial, publicKey);
      const keep = (login: string | null): Promise<void> =>
        withToken(found, managed ? 'so' : 'user', async (ask, token) => {
          if (login !== null && managed) await logIn(ask, token, { serial, holder: 'so', pin: login });
          else if (login !== null) await logInAsUser(ask, token, serial, login);
          await ask<'keep'>({ call: 'keep', id, label: labelOf(read), certificate, names: namesOf(certificate) });
        });
      if (managed) await keep(await secret());
      else if (!(await isDone(keep(null)))) await keep(await secret());
      return { id };
    },
    async export(serial, id) {
      const { certificate } = await objectOf(serial, id);
      if (!certificate) throw new CommandRefusal('CKR_OBJECT_HANDLE_INVALID');
      return certificate.raw;
    },
    remove(found, secret, id, former) {
      const work = async (ask: AskModule, token: ToldToken): Promise<void> => {
        const { serial } = found.token;
        if (managed) await logIn(ask, token, { serial, holder: 'so', pin: secret });
        else await logInAsUser(ask, token, serial, secret);
        const gone = await ask<'destroy'>({ call: 'destroy', id, kind: 'all' });
        if (gone === 0) throw new CommandRefusal('CKR_OBJECT_HANDLE_INVALID');
        made.delete(`${serial} ${id}`);
      };
      return withToken(found, managed ? 'so' : 'user', work, { agreed: { id, former } });
    },
    async sign(found, pin, id, data) {
      const { serial } = found.token;
      const { publicKey, type: keyType } = await objectOf(serial, id);
      if (!publicKey || !keyType) throw new CommandRefusal('KEY_TYPE_NOT_SUPPORTED');
      const work = async (ask: AskModule, token: ToldToken): Promise<Buffer> => {
        await logInAsUser(ask, token, serial, pin);
        return signWith(ask, { id, keyType, publicKey, pin }, data);
      };
      return withToken(found, 'user', work, { writes: false });
    },
    backup: keysStay,
    restore: keysStay,
  };
}

/** Which key is in a place, also where it is of a kind that we don't know. */
function markOf(objects: readonly TokenObject[], id: string): KeyMark {
  const held = objects.find((one) => one.id === id);
  return held ? (held.publicKey?.toString('base64') ?? '') : null;
}

/** False where the token wants to know first who asks. */
async function isDone(work: Promise<void>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    if (error instanceof CommandRefusal && /CKR_USER_NOT_LOGGED_IN|CKR_SESSION_READ_ONLY/.test(error.detail ?? ''))
      return false;
    throw error;
  }
}

const labelOf = (certificate: X509Certificate): string =>
  /(?:^|\n)CN=(.+)/.exec(certificate.subject)?.[1]?.slice(0, 64) ?? 'Certificate';

function namesOf(der: Buffer): Names {
  const { tbsCertificate: content } = AsnConvert.parse(der, Certificate);
  const number = AsnIntegerArrayBufferConverter.toASN(content.serialNumber);
  return {
    subject: new Uint8Array(AsnConvert.serialize(content.subject)),
    issuer: new Uint8Array(AsnConvert.serialize(content.issuer)),
    serialNumber: new Uint8Array(number.toBER()),
  };
}
