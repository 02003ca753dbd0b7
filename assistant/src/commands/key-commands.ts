/** The commands on tokens, keys and certificates: the same for every key store. */
import { KEY_STORE_SCHEMAS, type KeyStoreType } from '@signet/contract/assistant/key-stores';
import type { KeyStore } from '../key-stores/key-store.ts';
import { pemOf, SIGNS } from '../key-stores/request.ts';
import { CommandRefusal } from '../refusal.ts';
import type { AskPin, Asking } from './ask-pin.ts';
import { runner } from './runner.ts';

const OWN = 'PIN of your key store';
const PEM = /^\s*-----BEGIN CERTIFICATE-----([A-Za-z\d+/=\s]+)-----END CERTIFICATE-----\s*$/;

/** DER of PEM, or of base64. */
function derOf(text: string): Buffer {
  const base64 = (PEM.exec(text)?.[1] ?? text).replaceAll(/\s/g, '');
  if (base64 === '' || !/^[A-Za-z\d+/]+={0,2}$/.test(base64)) throw new CommandRefusal('INVALID_CERTIFICATE');
  return Buffer.from(base64, 'base64');
}

/** A key store that the settings have switched off is told of, and does nothing. */
export function keyCommands(all: readonly { store: KeyStore; isEnabled: boolean }[], askPin: AskPin) {
  const stores = all.flatMap(({ store, isEnabled }) => (isEnabled ? [store] : []));
  function storeOf(type: KeyStoreType): KeyStore {
    const store = stores.find((one) => one.type === type);
    if (!store) throw new CommandRefusal('KEY_STORE_DISABLED');
    return store;
  }
  const among = (type: KeyStoreType | undefined): KeyStore[] =>
    stores.filter((one) => type === undefined || one.type === type);
  const tokensOf = (type?: KeyStoreType) => ({ tokens: among(type).flatMap((one) => one.tokens()) });

  /** The key as its person knows it; refuses one that is not there before anybody is asked for a PIN. */
  function keyOf({ keystore, token, id }: { keystore: KeyStoreType; token: string; id: string }) {
    const key = storeOf(keystore)
      .entries()
      .find((one) => one.id === id && one.token === token);
    if (!key) throw new CommandRefusal('CKR_OBJECT_HANDLE_INVALID');
    return key;
  }
  function requireToken({ keystore, token }: { keystore: KeyStoreType; token: string }): KeyStore {
    const store = storeOf(keystore);
    const tokens = store.tokens();
    if (tokens.length === 0) throw new CommandRefusal('CKR_USER_PIN_NOT_INITIALIZED');
    if (!tokens.some(({ serial }) => serial === token)) throw new CommandRefusal('CKR_TOKEN_NOT_PRESENT');
    return store;
  }
  const asking = ({ origin }: { origin: string }, signal: AbortSignal, purpose: string): Asking => ({
    origin,
    purpose,
    signal,
  });
  const schemas = KEY_STORE_SCHEMAS;

  return {
    config: runner(schemas.config, () => ({
      key_stores: all.map(({ store, isEnabled }) => ({
        type: store.type,
        enabled: isEnabled,
        available: true,
        initialized: store.tokens().length > 0,
      })),
    })),
    keystore: runner(schemas.keystore, () => ({ key_stores: stores.map(({ type }) => ({ type })) })),
    token: runner(schemas.token, (_session, { keystore }) => tokensOf(keystore)),
    refresh: runner(schemas.refresh, () => tokensOf()),
    certificate: runner(schemas.certificate, (_session, { keystore }) => ({
      certificates: among(keystore).flatMap((one) => one.entries()),
    })),

    initToken: runner(schemas.initToken, async (session, { keystore, label, pin, so_pin: soPin }, signal) => {
      const store = storeOf(keystore);
      if (store.tokens().length > 0) throw new CommandRefusal('ALREADY_INITIALIZED');
      const asked = asking(session, signal, 'make a key store on this computer');
      const chosen = await askPin.fresh(asked, 'PIN', pin);
      const token = await store.initialize(label, chosen, await askPin.fresh(asked, 'PIN to reset it with', soPin));
      return { token };
    }),
    verifypin: runner(schemas.verifypin, async (session, { pin, ...place }, signal) => {
      const store = requireToken(place);
      const asked = asking(session, signal, 'check your PIN');
      await store.verifyPin(place.token, 'user', await askPin.present(asked, OWN, pin));
      return {};
    }),
    changepin: runner(schemas.changepin, async (session, { pin, new_pin: newPin, ...place }, signal) => {
      const store = requireToken(place);
      const asked = asking(session, signal, 'change your PIN');
      const present = await askPin.present(asked, OWN, pin);
      await store.changePin(place.token, present, await askPin.fresh(asked, 'new PIN', newPin));
      return {};
    }),
    resetpin: runner(schemas.resetpin, async (session, { so_pin: soPin, new_pin: newPin, ...place }, signal) => {
      const store = requireToken(place);
      const asked = asking(session, signal, 'set a new PIN');
      const present = await askPin.present(asked, 'PIN to reset it with', soPin);
      await store.resetPin(place.token, present, await askPin.fresh(asked, 'new PIN', newPin));
      return {};
    }),

    generate: runner(schemas.generate, async (session, { key_type: type, subject, label, ...place }, signal) => {
      const store = requireToken(place);
      const { origin } = session;
      const pin = await askPin.present(asking(session, signal, `make the key "${label}"`), OWN);
      return store.generate(place.token, pin, { type, subject, label, origin });
    }),
    importCert: runner(schemas.importCert, (_session, { certificate, ...place }) =>
      requireToken(place).import(place.token, derOf(certificate)),
    ),
    exportCert: runner(schemas.exportCert, (_session, { keystore, token, id }) => ({
      certificate: pemOf('CERTIFICATE', requireToken({ keystore, token }).export(token, id)),
    })),
    deleteCert: runner(schemas.deleteCert, async (session, one, signal) => {
      const { label } = keyOf(one);
      const asked = asking(session, signal, `delete the key "${label}" and its certificate for good`);
      await requireToken(one).remove(one.token, await askPin.present(asked, OWN), one.id);
      return {};
    }),
    sign: runner(schemas.sign, async (session, { data, ...one }, signal) => {
      const { label, key_type: type } = keyOf(one);
      const pin = await askPin.present(asking(session, signal, `sign with the key "${label}"`), OWN);
      const signature = await requireToken(one).sign(one.token, pin, one.id, Buffer.from(data, 'base64'));
      return { signature: signature.toString('base64'), algorithm: SIGNS[type].name };
    }),
    backupToken: runner(schemas.backupToken, async (session, place, signal) => {
      const store = requireToken(place);
      const asked = asking(session, signal, 'be handed a backup of all your keys');
      const pin = await askPin.present(asked, OWN);
      const backup = await store.backup(place.token, pin, await askPin.fresh(asked, 'passphrase of the backup'));
      return { backup: backup.toString('base64') };
    }),
    restoreToken: runner(schemas.restoreToken, async (session, { backup, ...place }, signal) => {
      const store = requireToken(place);
      const asked = asking(session, signal, 'bring back keys of a backup');
      const passphrase = await askPin.present(asked, 'passphrase of the backup');
      const pin = await askPin.present(asked, OWN);
      return { restored: await store.restore(place.token, pin, Buffer.from(backup, 'base64'), passphrase) };
    }),
  };
}
