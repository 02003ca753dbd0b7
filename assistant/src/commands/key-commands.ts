/** The commands on tokens, keys and certificates: the same for every key store. */
import { KEY_STORE_SCHEMAS, type KeyStoreType, type Token } from '@signet/contract/assistant/key-stores';
import { isReplacedIn, SLOT_IDS, whyNotKeyType } from '@signet/contract/assistant/token-rules';
import { readCertificate } from '../key-stores/certificate-facts.ts';
import type { KeyStore } from '../key-stores/key-store.ts';
import { pemOf, SIGNATURE_ALGORITHMS } from '../key-stores/request.ts';
import { CommandRefusal } from '../refusal.ts';
import type { AskPin, Asking, Found } from './ask-pin.ts';
import { runner } from './runner.ts';

const PEM = /^\s*-----BEGIN CERTIFICATE-----([A-Za-z\d+/=\s]+)-----END CERTIFICATE-----\s*$/;

/** DER of PEM, or of base64: of the certificate alone, whatever stands around it. Refuses what is none. */
function derOf(text: string): Buffer {
  const base64 = (PEM.exec(text)?.[1] ?? text).replaceAll(/\s/g, '');
  if (base64 === '' || !/^[A-Za-z\d+/]+={0,2}$/.test(base64)) throw new CommandRefusal('INVALID_CERTIFICATE');
  const certificate = readCertificate(Buffer.from(base64, 'base64'));
  if (!certificate) throw new CommandRefusal('INVALID_CERTIFICATE');
  return certificate.raw;
}

type Place = { keystore: KeyStoreType; token: string };

/** One that fails tells so when it is asked for by name; it does not keep the others from being listed. */
const whereItCan = async <T>(list: Promise<T[]>): Promise<T[]> =>
  list.catch((error: unknown) => {
    if (error instanceof CommandRefusal) return [];
    throw error;
  });

/** A key store that the settings have switched off is told of, and does nothing. */
export function keyCommands(all: readonly { store: KeyStore; isEnabled: boolean }[], askPin: AskPin) {
  const stores = all.flatMap(({ store, isEnabled }) => (isEnabled ? [store] : []));
  async function storeOf(type: KeyStoreType): Promise<KeyStore> {
    const store = stores.find((one) => one.type === type);
    if (!store)
      throw new CommandRefusal(
        all.some((one) => one.store.type === type) ? 'KEY_STORE_DISABLED' : 'KEY_STORE_NOT_AVAILABLE',
      );
    return store;
  }
  const fromAll = async <T>(type: KeyStoreType | undefined, list: (store: KeyStore) => Promise<T[]>): Promise<T[]> => {
    const asked = stores.filter((one) => type === undefined || one.type === type);
    return (await Promise.all(asked.map((one) => whereItCan(list(one))))).flat();
  };
  const tokensOf = async (type?: KeyStoreType): Promise<{ tokens: Token[] }> => ({
    tokens: await fromAll(type, (store) => store.tokens()),
  });

  async function find({ keystore, token }: Place): Promise<Found> {
    const store = await storeOf(keystore);
    return { ...(await store.find(token)), store };
  }
  /** The key as its person knows it; refuses one that is not there before anybody is asked for a PIN. */
  async function keyOf(store: KeyStore, { token, id }: { token: string; id: string }) {
    const key = (await store.entries(token)).find((one) => one.id === id && one.token === token);
    if (!key) throw new CommandRefusal('CKR_OBJECT_HANDLE_INVALID');
    return key;
  }
  const asking = (
    { origin }: { origin: string },
    signal: AbortSignal,
    purpose: Asking['purpose'],
    values: Asking['values'] = {},
  ): Asking => ({ origin, purpose, values, signal });
  const requireBackup = ({ backsUp }: KeyStore): void => {
    if (!backsUp) throw new CommandRefusal('KEYS_STAY');
  };
  const schemas = KEY_STORE_SCHEMAS;

  return {
    config: runner(schemas.config, async () => ({
      key_stores: await Promise.all(
        all.map(async ({ store, isEnabled }) => {
          const { type } = store;
          const available = (await store.problem()) === null;
          const tokens = available ? await whereItCan(store.tokens()) : [];
          const initialized = tokens.some(({ pin_state: state }) => state !== 'uninitialized');
          return { type, enabled: isEnabled, available, initialized };
        }),
      ),
    })),
    keystore: runner(schemas.keystore, async () => {
      const known = await Promise.all(
        stores.map(async (store) => ({ type: store.type, name: store.name, problem: await store.problem() })),
      );
      return { key_stores: known.filter(({ problem }) => problem !== 'KEY_STORE_NOT_AVAILABLE') };
    }),
    token: runner(schemas.token, (_session, { keystore }) => tokensOf(keystore)),
    refresh: runner(schemas.refresh, async () => {
      await Promise.all(stores.map((store) => store.refresh()));
      return tokensOf();
    }),
    certificate: runner(schemas.certificate, async (_session, { keystore }) => ({
      certificates: await fromAll(keystore, (store) => store.entries()),
    })),

    initToken: runner(schemas.initToken, async (session, input, signal) => {
      const { keystore, token, label, pin, so_pin: soPin } = input;
      const store = await storeOf(keystore);
      await store.requireBlank(token);
      const asked = asking(session, signal, 'initToken', { store: askPin.nameOf(store) });
      const chosen = await askPin.fresh(asked, 'pin', pin);
      const toReset = await askPin.fresh(asked, 'resetPin', soPin);
      return { token: await store.initialize(token, label, chosen, toReset) };
    }),
    verifypin: runner(schemas.verifypin, async (session, { pin, ...place }, signal) => {
      const found = await find(place);
      const asked = asking(session, signal, 'verifypin');
      await found.store.verifyPin(found, 'user', await askPin.ofToken(asked, found, pin));
      return {};
    }),
    changepin: runner(schemas.changepin, async (session, { pin, new_pin: newPin, ...place }, signal) => {
      const found = await find(place);
      const asked = asking(session, signal, 'changepin');
      const present = await askPin.ofToken(asked, found, pin);
      await found.store.changePin(found, present, await askPin.fresh(asked, 'newPin', newPin));
      return {};
    }),
    resetpin: runner(schemas.resetpin, async (session, { so_pin: soPin, new_pin: newPin, ...place }, signal) => {
      const found = await find(place);
      const asked = asking(session, signal, 'resetpin');
      const present = await askPin.toReset(asked, found, soPin);
      await found.store.resetPin(found, present, await askPin.fresh(asked, 'newPin', newPin));
      return {};
    }),

    generate: runner(schemas.generate, async (session, input, signal) => {
      const { key_type: type, subject, label, slot = 'authentication', ...place } = input;
      const found = await find(place);
      const refusal = whyNotKeyType(found.token, type);
      if (refusal) throw new CommandRefusal(refusal);
      const { origin } = session;
      const asked = asking(session, signal, 'generate', { label });
      // Before what its person is shown: what comes between is seen by the store.
      const former = await found.store.keyAt?.(place.token, SLOT_IDS[slot]);
      const keys = found.store.managed ? await found.store.entries(place.token) : [];
      const replaced = keys.find((key) => isReplacedIn(found.token, slot, key));
      if (replaced) await askPin.replacing(asked, replaced.label);
      const managementKey = found.store.managed ? { managementKey: await askPin.managementKey(asked, found) } : {};
      const pin = await askPin.ofToken(asked, found);
      return found.store.generate(found, pin, { type, subject, label, origin, slot, former, ...managementKey });
    }),
    importCert: runner(schemas.importCert, async (session, { certificate, ...place }, signal) => {
      const found = await find(place);
      const asked = asking(session, signal, 'importCert');
      const secret = () => (found.store.managed ? askPin.managementKey(asked, found) : askPin.ofToken(asked, found));
      return found.store.import(found, derOf(certificate), secret);
    }),
    exportCert: runner(schemas.exportCert, async (_session, { id, ...place }) => {
      const { store } = await find(place);
      return { certificate: pemOf('CERTIFICATE', await store.export(place.token, id)) };
    }),
    deleteCert: runner(schemas.deleteCert, async (session, one, signal) => {
      const found = await find(one);
      const former = await found.store.keyAt?.(one.token, one.id);
      const { label } = await keyOf(found.store, one);
      const asked = asking(session, signal, 'deleteCert', { label });
      const secret = await (found.store.managed ? askPin.managementKey(asked, found) : askPin.ofToken(asked, found));
      await found.store.remove(found, secret, one.id, former);
      return {};
    }),
    sign: runner(schemas.sign, async (session, { data, ...one }, signal) => {
      const found = await find(one);
      const { label, key_type: type } = await keyOf(found.store, one);
      if (type === null) throw new CommandRefusal('KEY_TYPE_NOT_SUPPORTED');
      const pin = await askPin.ofToken(asking(session, signal, 'sign', { label }), found);
      const signature = await found.store.sign(found, pin, one.id, Buffer.from(data, 'base64'));
      return { signature: signature.toString('base64'), algorithm: SIGNATURE_ALGORITHMS[type].name };
    }),
    backupToken: runner(schemas.backupToken, async (session, place, signal) => {
      const found = await find(place);
      requireBackup(found.store);
      const asked = asking(session, signal, 'backupToken');
      const pin = await askPin.ofToken(asked, found);
      const backup = await found.store.backup(found, pin, await askPin.fresh(asked, 'backupPassphrase'));
      return { backup: backup.toString('base64') };
    }),
    restoreToken: runner(schemas.restoreToken, async (session, { backup, ...place }, signal) => {
      const found = await find(place);
      requireBackup(found.store);
      const asked = asking(session, signal, 'restoreToken');
      const passphrase = await askPin.passphrase(asked, 'backupPassphrase');
      const pin = await askPin.ofToken(asked, found);
      return { restored: await found.store.restore(found, pin, Buffer.from(backup, 'base64'), passphrase) };
    }),
  };
}
