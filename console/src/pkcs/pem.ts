/** The text form of certificates and requests (RFC 7468). */
import type { Bytes } from './der.ts';

/** In lines of 64 characters. */
export function pem(label: string, der: Uint8Array): string {
  const lines = base64(der).match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`;
}

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
