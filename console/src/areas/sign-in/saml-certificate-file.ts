/** A certificate of a SAML provider that somebody brings as a file, before the server has read it. */
import type { SamlCertificate } from '@signet/contract/areas/account-saml';

const BLOCK = /-----BEGIN [A-Z0-9. ]+-----([A-Za-z0-9+/=\s]+)-----END/g;

/** DER of a file that is DER or has one block of PEM; null for anything else. */
async function derOf(file: File): Promise<Uint8Array<ArrayBuffer> | null> {
  const octets = new Uint8Array(await file.arrayBuffer());
  const SEQUENCE = 0x30;
  if (octets[0] === SEQUENCE) return octets;
  const [block, another] = [...new TextDecoder('latin1').decode(octets).matchAll(BLOCK)];
  if (!block?.[1] || another) return null;
  try {
    return Uint8Array.from(atob(block[1].replaceAll(/\s/g, '')), (sign) => sign.charCodeAt(0));
  } catch {
    return null;
  }
}

/** As the list has it, with what the browser can say: its hash, and the name of the file. What is next comes first. */
export async function certificateOf(file: File): Promise<SamlCertificate | null> {
  const der = await derOf(file);
  if (!der) return null;
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', der));
  return {
    certificate: btoa(Array.from(der, (octet) => String.fromCharCode(octet)).join('')),
    common_name: file.name,
    thumb_print: Array.from(hash, (octet) => octet.toString(16).padStart(2, '0')).join(''),
    expiration_date: '',
    valid_from: '',
    state: 'next',
    last_used_at: null,
  };
}
