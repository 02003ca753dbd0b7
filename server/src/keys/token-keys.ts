/** Keys in a token of a PKCS #11 module, which they never leave. */
import { createHash } from 'node:crypto';
import type { KeyType } from '@signet/contract/key-types';
import { Failed } from '@signet/pkcs11/failure';
import { moduleCalls, type ModuleSettings } from '@signet/pkcs11/module-calls';
import { subjectPublicKeyInfo } from '@signet/pkcs11/public-numbers';
import { digestInfo, ecdsaSequence } from '@signet/pkcs11/signature-format';
import { readPublicKey } from '../x509/public-key.ts';
import { algorithmOf, isSignedBy } from '../x509/signature.ts';
import { KeyUnavailable, type Signer } from '../x509/signer.ts';
import { sentenceOf } from './token-sentences.ts';

export type TokenKeys = ReturnType<typeof openTokenKeys>;

/** Opens nothing yet. What fails is a {@link KeyUnavailable} whose sentence is for an operator. */
export function openTokenKeys(settings: ModuleSettings) {
  const calls = moduleCalls(settings);

  /** Destroys a key that was made a moment ago and must not be used. */
  const refuse = async (reference: string, detail: string): Promise<never> => {
    await calls.apart<'destroy'>({ call: 'destroy', reference });
    throw new Failed({ code: 'KEY_WEAK', detail });
  };

  return {
    /** Loads the module, finds the token and logs in, so that what is wrong is known before a key is needed. */
    check: () => explained(calls.check()),

    /** A new pair; `label` is how a person finds it. `publicKey`: SubjectPublicKeyInfo, DER. */
    newKey: (type: KeyType, label: string): Promise<{ reference: string; publicKey: Buffer }> =>
      explained(
        calls.apart<'newKey'>({ call: 'newKey', type, label }).then(async ({ reference, numbers }) => {
          const publicKey = subjectPublicKeyInfo(type, numbers);
          if (publicKey === null) return refuse(reference, 'its public half is of another type');
          // A device may draw weak keys, as Infineon's did for years (ROCA).
          const read = readPublicKey(publicKey);
          return 'fault' in read ? refuse(reference, read.fault) : { reference, publicKey };
        }),
      ),

    /** A signer of the key, worth keeping: this asks the token, and throws where it has none under the reference. */
    async openKey(reference: string, publicKey: Uint8Array): Promise<Signer> {
      const read = readPublicKey(publicKey);
      if ('fault' in read) throw new KeyUnavailable(`This key can't sign: ${read.fault}.`);
      const algorithm = algorithmOf(read.type);
      const { hash, family } = algorithm;
      await explained(calls.inTurn<'requireKey'>({ call: 'requireKey', reference }));
      return {
        keyType: read.type,
        publicKey,
        async sign(data) {
          const digest = createHash(hash).update(data).digest();
          const input = family === 'rsa' ? digestInfo(hash, digest) : digest;
          const raw = await explained(calls.inTurn<'sign'>({ call: 'sign', reference, family, input }));
          const signature = family === 'rsa' ? raw : ecdsaSequence(raw);
          // One that was miscalculated could give an RSA key away (Boneh, DeMillo, Lipton 1997).
          if (!isSignedBy(read.key, algorithm, data, signature))
            throw new KeyUnavailable(sentenceOf({ code: 'WRONG_SIGNATURE', detail: reference }));
          return signature;
        },
      };
    },

    /** Deletes the key for good; nothing where it is gone. */
    destroyKey: (reference: string): Promise<void> => explained(calls.apart<'destroy'>({ call: 'destroy', reference })),

    close: () => calls.close(),
  };
}

/** What failed, in the words for an operator. */
async function explained<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw error instanceof Failed ? new KeyUnavailable(sentenceOf(error.failure)) : error;
  }
}
