/**
 * The certificate that somebody showed to a proxy, as the proxy hands it on in headers. Whether the sender is that
 * proxy is the caller's question, and that the proxy overwrites these headers is the proxy's: only those of the one
 * form that is set up are read, so that a client can't put in another one that the proxy lets pass.
 */
import { whyNotDer, valuesIn, type DerFault } from './der.ts';
import { readFile, type FileFault } from './file.ts';

/**
 * - `rfc_9440`: `Client-Cert` and `Client-Cert-Chain`, byte sequences of structured fields.
 * - `nginx`: `X-SSL-Client-Cert` from `$ssl_client_escaped_cert`, PEM with percent signs (ngx_http_ssl_module).
 * - `apache`: `X-SSL-Client-Cert` from `%{SSL_CLIENT_CERT}s`, `X-SSL-Client-Cert-Chain-0` and so on from
 *   `%{SSL_CLIENT_CERT_CHAIN_0}s`: PEM, with spaces where lines ended (mod_headers, mod_ssl).
 * - `haproxy`: `X-SSL-Client-Cert` from `%[ssl_c_der,base64]`, `X-SSL-Client-Cert-Chain` from
 *   `%[ssl_c_chain_der,base64]`: DER, of the chain one after the other (Configuration Manual, 7.3.4).
 * - `traefik`: `X-Forwarded-Tls-Client-Cert`, base64 without the lines around it, with commas between certificates;
 *   version 2 puts percent signs in (PassTLSClientCert).
 * - `envoy`: `X-Forwarded-Client-Cert` with `Cert` or `Chain`, PEM with percent signs (HTTP header manipulation).
 */
const FORWARDED_FORMS = ['rfc_9440', 'nginx', 'apache', 'haproxy', 'traefik', 'envoy'] as const;
export type ForwardedForm = (typeof FORWARDED_FORMS)[number];

/**
 * `twice`: more than one header, or hop, says who it is. `form`: it is not written as this proxy writes it.
 * `chain_alone`: a chain, and no certificate.
 */
export type ForwardedFault = 'twice' | 'form' | 'too_large' | 'too_many' | 'chain_alone' | FileFault | DerFault;

/** As Node tells them: names in lower case. */
export type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

export type Forwarded = { certificate: Uint8Array; chain: Uint8Array[] };

/** In characters, of one header: some certificates with long keys. Servers take 8 or 16 KB of headers as a rule. */
const MOST_CHARACTERS = 65_536;
const MOST_IN_CHAIN = 20;

class Refused extends Error {
  readonly fault: ForwardedFault;
  constructor(fault: ForwardedFault) {
    super(fault);
    this.fault = fault;
  }
}

/** Certificates in DER, each one value; null where the proxy says that none was shown. */
export function readForwarded(headers: Headers, form: ForwardedForm): Forwarded | null | { fault: ForwardedFault } {
  try {
    const [certificate, ...chain] = READERS[form](headers);
    if (!certificate) return null;
    // Some proxies send the certificate itself with its chain.
    const others = chain.filter((one) => !Buffer.from(one).equals(certificate));
    if (others.length > MOST_IN_CHAIN) throw new Refused('too_many');
    for (const one of [certificate, ...others]) {
      const fault = whyNotDer(one);
      if (fault) throw new Refused(fault);
    }
    return { certificate, chain: others };
  } catch (error) {
    if (error instanceof Refused) return { fault: error.fault };
    throw error;
  }
}

/** The certificate first, then its chain; nothing where there is none. */
const READERS: Record<ForwardedForm, (headers: Headers) => Uint8Array[]> = {
  rfc_9440(headers) {
    const certificate = only(headers, 'client-cert');
    const chain = listed(headers, 'client-cert-chain');
    // RFC 9440, 2.3
    if (!certificate && chain.length > 0) throw new Refused('chain_alone');
    return [...(certificate ? [certificate] : []), ...chain].map(byteSequence);
  },

  nginx(headers) {
    const value = only(headers, 'x-ssl-client-cert');
    return value ? [onePem(unescaped(value))] : [];
  },

  apache(headers) {
    const values = ['x-ssl-client-cert', ...Array.from({ length: 10 }, (_, at) => `x-ssl-client-cert-chain-${at}`)]
      .map((name) => only(headers, name))
      // So mod_headers writes what mod_ssl does not know.
      .map((value) => (value === '(null)' ? '' : value));
    if (!values[0] && values.some(Boolean)) throw new Refused('chain_alone');
    return values.filter(Boolean).map(onePem);
  },

  haproxy(headers) {
    const certificate = only(headers, 'x-ssl-client-cert');
    const chain = only(headers, 'x-ssl-client-cert-chain');
    if (!certificate && chain) throw new Refused('chain_alone');
    return [...(certificate ? [base64(certificate)] : []), ...(chain ? oneAfterTheOther(base64(chain)) : [])];
  },

  traefik(headers) {
    const value = only(headers, 'x-forwarded-tls-client-cert');
    return value ? unescaped(value).split(',').map(base64) : [];
  },

  envoy(headers) {
    const value = only(headers, 'x-forwarded-client-cert');
    if (!value) return [];
    const pairs = keysAndValues(value);
    const [certificate, ...more] = pairs.get('cert') ?? [];
    const [chain, ...others] = pairs.get('chain') ?? [];
    if (more.length > 0 || others.length > 0) throw new Refused('twice');
    // Only a fingerprint, or names: the proxy is not set up to send the certificate.
    if (!certificate && !chain) throw new Refused('form');
    return [...(certificate ? [onePem(unescaped(certificate))] : []), ...(chain ? pems(unescaped(chain)) : [])];
  },
};

/** The value of a header that may stand once; empty without it. Node joins most headers that stand twice by a comma. */
function only(headers: Headers, name: string): string {
  const value = headers[name] ?? '';
  if (typeof value === 'string') return bounded(value);
  if (value.length > 1) throw new Refused('twice');
  return bounded(value[0] ?? '');
}

/** A list of structured fields (RFC 9651, 3.1), in one header or several; neither commas nor spaces are in base64. */
function listed(headers: Headers, name: string): string[] {
  const value = headers[name] ?? '';
  const text = bounded(typeof value === 'string' ? value : value.join(', '));
  return text === '' ? [] : text.split(',').map((item) => item.trim());
}

function bounded(value: string): string {
  if (value.length > MOST_CHARACTERS) throw new Refused('too_large');
  return value.trim();
}

/** RFC 9651, 3.3.5 */
function byteSequence(item: string): Uint8Array {
  if (item.includes(',')) throw new Refused('twice');
  const [, text] = /^:([^:]*):$/.exec(item) ?? [];
  if (text === undefined) throw new Refused('form');
  return base64(text);
}

/** Base64 as it is written in one way alone (RFC 4648, 3.5 and 4). */
function base64(text: string): Uint8Array {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length === 0 || bytes.toString('base64') !== text) throw new Refused('form');
  return bytes;
}

/** RFC 3986, 2.1; a plus sign is a plus sign. */
function unescaped(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    throw new Refused('form');
  }
}

function onePem(text: string): Uint8Array {
  const [certificate, ...more] = pems(text);
  if (!certificate || more.length > 0) throw new Refused('twice');
  return certificate;
}

/** Nothing stands before, between and after the blocks. */
function pems(text: string): Uint8Array[] {
  if (!/^(?:-----BEGIN CERTIFICATE-----[\w+/=\s]+-----END CERTIFICATE-----\s*)+$/.test(text)) throw new Refused('form');
  const read = readFile('certificate', Buffer.from(text, 'latin1'));
  if ('fault' in read) throw new Refused(read.fault);
  return read.blocks;
}

function oneAfterTheOther(bytes: Uint8Array): Uint8Array[] {
  try {
    return valuesIn(bytes).map(({ whole }) => whole);
  } catch {
    throw new Refused('not_der');
  }
}

/** What one proxy says: pairs with semicolons between them, values in quotes where needed; keys in lower case. */
function keysAndValues(element: string): Map<string, string[]> {
  const pairs = new Map<string, string[]>();
  const pair = /([a-z]+)=(?:"((?:[^"\\]|\\.)*)"|([^",;=]*))(;|,|$)/iy;
  let after = ';';
  while (after === ';') {
    const [, key = '', quoted, plain = '', next] = pair.exec(element) ?? [];
    if (next === undefined) throw new Refused('form');
    // What several proxies said, the last of them at the end: which of them to believe nobody told us.
    if (next === ',') throw new Refused('twice');
    const known = pairs.get(key.toLowerCase()) ?? [];
    known.push(quoted?.replaceAll(String.raw`\"`, '"') ?? plain);
    pairs.set(key.toLowerCase(), known);
    after = next;
  }
  return pairs;
}
