/** The text form of certificates and requests (RFC 7468). */
import { pemOfBase64 } from '@signet/contract/pem';
import type { Bytes } from './der.ts';

/** DER as PEM with this label. */
export const pem = (label: string, der: Uint8Array): string => pemOfBase64(label, base64(der));

function base64(octets: Uint8Array): string {
  let text = '';
  for (const octet of octets) text += String.fromCharCode(octet);
  return btoa(text);
}

/** The DER of every certificate of a text, in its order. */
export function certificatesIn(text: string): Bytes[] {
  const blocks = text.matchAll(/-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----/g);
  return Array.from(blocks, ([, body = '']) =>
    Uint8Array.from(atob(body.replaceAll(/\s/g, '')), (character) => character.charCodeAt(0)),
  );
}
