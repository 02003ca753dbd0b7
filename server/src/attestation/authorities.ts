/** Which makers of tokens are believed: Yubico, whose certificates stand beside, and those that the settings name. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ConfigError } from '../config.ts';
import { readFile } from '../x509/file.ts';
import { readCertificate, type ReadCertificate } from '../x509/read-certificate.ts';

/**
 * What Yubico publishes for PIV: the root of tokens before firmware 5.7.4, and of those since the authorities for PIV
 * below its newer root, which stands above other kinds of keys as well.
 */
const YUBICO = fileURLToPath(new URL('authorities/', import.meta.url));

/** `more` is a file of PEM. Throws {@link ConfigError} where that can't be used. */
export function openAttestationAuthorities(more?: string): ReadCertificate[] {
  const own = readdirSync(YUBICO).map((name) => path.join(YUBICO, name));
  return [...own, ...(more === undefined ? [] : [more])].flatMap(authoritiesIn);
}

function authoritiesIn(file: string): ReadCertificate[] {
  const refusal = (why: string): ConfigError =>
    new ConfigError(`KEY_ATTESTATION_AUTHORITIES names ${file}, which ${why}.`);
  const read = readFile('certificate', contentOf(file, refusal));
  if ('fault' in read) throw refusal(`holds no certificates (${read.fault})`);
  return read.blocks.map((der) => {
    const certificate = readCertificate(der);
    if ('fault' in certificate) throw refusal(`holds a certificate that can't be read (${certificate.fault})`);
    if (certificate.authority === null) throw refusal('holds a certificate that is not that of an authority');
    return certificate;
  });
}

function contentOf(file: string, refusal: (why: string) => ConfigError): Uint8Array {
  try {
    return readFileSync(file);
  } catch {
    throw refusal("can't be read");
  }
}
