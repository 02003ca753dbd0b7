/** What the channel uses of a browser or of Node: `globalThis` of either is one. The contract itself knows neither. */
export type Bytes = Uint8Array<ArrayBuffer>;

/** A key of WebCrypto, of which we ask nothing ourselves. */
export type PlatformKey = { readonly extractable: boolean };
type Usage = 'deriveBits' | 'encrypt' | 'decrypt';

type Subtle = {
  digest(algorithm: 'SHA-256', data: Bytes): Promise<ArrayBuffer>;
  generateKey(
    algorithm: { name: 'ECDH'; namedCurve: 'P-256' },
    extractable: boolean,
    usages: Usage[],
  ): Promise<{ publicKey: PlatformKey; privateKey: PlatformKey }>;
  exportKey(format: 'raw', key: PlatformKey): Promise<ArrayBuffer>;
  importKey(
    format: 'raw',
    data: Bytes,
    algorithm: { name: 'ECDH'; namedCurve: 'P-256' } | { name: 'HKDF' } | { name: 'AES-GCM' },
    extractable: boolean,
    usages: Usage[],
  ): Promise<PlatformKey>;
  deriveBits(algorithm: { name: string; public: PlatformKey }, key: PlatformKey, bits: number): Promise<ArrayBuffer>;
  deriveBits(
    algorithm: { name: string; hash: string; salt: Bytes; info: Bytes },
    key: PlatformKey,
    bits: number,
  ): Promise<ArrayBuffer>;
  encrypt(algorithm: Gcm, key: PlatformKey, data: Bytes): Promise<ArrayBuffer>;
  decrypt(algorithm: Gcm, key: PlatformKey, data: Bytes): Promise<ArrayBuffer>;
};
type Gcm = { name: 'AES-GCM'; iv: Bytes; additionalData: Bytes; tagLength: 128 };

export type WebPlatform = {
  crypto: { subtle: Subtle; getRandomValues(into: Bytes): Bytes };
  TextEncoder: new () => { encode(text: string): Bytes };
  TextDecoder: new (label: 'utf-8', options: { fatal: true }) => { decode(octets: Bytes): string };
  btoa(binary: string): string;
  atob(base64: string): string;
};
