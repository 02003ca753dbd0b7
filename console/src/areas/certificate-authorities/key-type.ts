import { KEY_TYPES, type KeyType } from '@signet/contract/key-types';

/** The key type that stands in a form's field; the server refuses anything else. */
export const keyTypeOf = (text: string): KeyType => KEY_TYPES.find((type) => type === text) ?? 'rsa_3072';
