/** What each proxy sends, in the form that its documentation gives, and what nobody may put in. */
import { describe, expect, test } from 'vitest';
import { readForwarded, type ForwardedForm, type Headers } from './forwarded-certificate.ts';
import { leastCpuMs } from '../testing/cpu-time.ts';
import { authority, person } from './testing/any-certificate.ts';
import { pem } from './testing/openssl.ts';

const root = authority({ subject: 'Root' });
const sub = authority({ subject: 'Issuing', by: root });
const cleo = person({ by: sub });
const [c, s, r] = [cleo.der, sub.der, root.der].map((der) => Buffer.from(der).toString('base64'));
const [C, S, R] = [cleo.der, sub.der, root.der].map((der) => pem('CERTIFICATE', der));
if (!c || !s || !r || !C || !S || !R) throw new Error('Three were made.');
const chainDer = Buffer.concat([sub.der, root.der]).toString('base64');

/** As mod_headers writes a value of several lines. */
const spaced = (text: string) => text.replaceAll('\n', ' ');
/** As url.QueryEscape of Go does, in version 2 of Traefik. */
const queryEscaped = (text: string) => encodeURIComponent(text).replaceAll('%20', '+');

const ALONE = { certificate: cleo.der, chain: [] };
const ALL = { certificate: cleo.der, chain: [sub.der, root.der] };
const XFCC = 'By=spiffe://signet.example/edge;Hash=468ed33be74eee6556d90c0149c1309e9ba61d6425303443c0748a02dd8de688';
const SUBJECT = String.raw`Subject="CN=Cleo \"the quick\", O=Nordmark;Bank"`;

const read = (form: ForwardedForm, headers: Headers) => {
  const found = readForwarded(headers, form);
  if (!found || 'fault' in found) return found;
  return { certificate: Uint8Array.from(found.certificate), chain: found.chain.map((one) => Uint8Array.from(one)) };
};

describe('a certificate is read as it comes', () => {
  test.each<[string, ForwardedForm, Headers, typeof ALL]>([
    ['RFC 9440, 2.2', 'rfc_9440', { 'client-cert': `:${c}:` }, ALONE],
    ['RFC 9440, 2.3', 'rfc_9440', { 'client-cert': `:${c}:`, 'client-cert-chain': `:${s}:, :${r}:` }, ALL],
    ['RFC 9440, 2.3: twice', 'rfc_9440', { 'client-cert': [`:${c}:`], 'client-cert-chain': [`:${s}:`, `:${r}:`] }, ALL],
    ['nginx, $ssl_client_escaped_cert', 'nginx', { 'x-ssl-client-cert': encodeURIComponent(C) }, ALONE],
    [
      'Apache, SSL_CLIENT_CERT',
      'apache',
      { 'x-ssl-client-cert': spaced(C), 'x-ssl-client-cert-chain-0': '(null)' },
      ALONE,
    ],
    [
      'Apache, SSL_CLIENT_CERT_CHAIN_n',
      'apache',
      {
        'x-ssl-client-cert': spaced(C),
        'x-ssl-client-cert-chain-0': spaced(S),
        'x-ssl-client-cert-chain-1': spaced(R),
      },
      ALL,
    ],
    ['HAProxy, ssl_c_der', 'haproxy', { 'x-ssl-client-cert': c }, ALONE],
    ['HAProxy, ssl_c_chain_der', 'haproxy', { 'x-ssl-client-cert': c, 'x-ssl-client-cert-chain': chainDer }, ALL],
    ['Traefik 3', 'traefik', { 'x-forwarded-tls-client-cert': [c, s, r].join() }, ALL],
    ['Traefik 2', 'traefik', { 'x-forwarded-tls-client-cert': queryEscaped([c, s, r].join()) }, ALL],
    [
      'Envoy, Cert',
      'envoy',
      { 'x-forwarded-client-cert': `${XFCC};Cert="${encodeURIComponent(C)}";${SUBJECT}` },
      ALONE,
    ],
    [
      'Envoy, Chain',
      'envoy',
      { 'x-forwarded-client-cert': `${XFCC};${SUBJECT};Chain="${encodeURIComponent(C + S + R)}"` },
      ALL,
    ],
    [
      'Envoy, Cert and Chain, keys in any case',
      'envoy',
      { 'x-forwarded-client-cert': `cert="${encodeURIComponent(C)}";CHAIN="${encodeURIComponent(C + S + R)}"` },
      ALL,
    ],
  ])('%s', (_name, form, headers, wanted) => {
    expect(read(form, headers)).toEqual(wanted);
  });

  test.each<[string, ForwardedForm, Headers]>([
    ['RFC 9440', 'rfc_9440', {}],
    ['nginx', 'nginx', { 'x-ssl-client-cert': '' }],
    ['Apache', 'apache', { 'x-ssl-client-cert': '(null)', 'x-ssl-client-cert-chain-0': '(null)' }],
    ['HAProxy', 'haproxy', { 'x-ssl-client-cert': '', 'x-ssl-client-cert-chain': '' }],
    ['Traefik', 'traefik', {}],
    ['Envoy', 'envoy', {}],
  ])('%s says that none was shown', (_name, form, headers) => {
    expect(read(form, headers)).toBeNull();
  });

  test('one that another proxy would have sent is not read at all', () => {
    const forged = {
      'client-cert': `:${c}:`,
      'x-forwarded-tls-client-cert': c,
      'x-forwarded-client-cert': `Cert="${C}"`,
    };
    expect(read('nginx', forged)).toBeNull();
    expect(read('rfc_9440', { 'x-ssl-client-cert': c })).toBeNull();
  });
});

describe('what is not as the proxy writes it is refused', () => {
  const cut = Buffer.from(cleo.der.subarray(0, -1)).toString('base64');
  const more = Buffer.concat([cleo.der, Buffer.from([5, 0])]).toString('base64');
  const escaped = encodeURIComponent(C);
  const xfcc = (value: string): Headers => ({ 'x-forwarded-client-cert': value });
  const nginx = (value: string): Headers => ({ 'x-ssl-client-cert': value });

  test.each<[string, string, ForwardedForm, Headers]>([
    ['two certificates', 'twice', 'rfc_9440', { 'client-cert': `:${c}:, :${c}:` }],
    ['two headers', 'twice', 'rfc_9440', { 'client-cert': [`:${c}:`, `:${c}:`] }],
    ['a chain alone', 'chain_alone', 'rfc_9440', { 'client-cert-chain': `:${s}:` }],
    ['no colons', 'form', 'rfc_9440', { 'client-cert': c }],
    ['a parameter', 'form', 'rfc_9440', { 'client-cert': `:${c}:;a=1` }],
    ['a line break within', 'form', 'rfc_9440', { 'client-cert': `:${c.slice(0, 64)}\n${c.slice(64)}:` }],
    ['another alphabet', 'form', 'rfc_9440', { 'client-cert': ':_-_-:' }],
    ['bits to spare', 'form', 'rfc_9440', { 'client-cert': ':MAB=:' }],
    ['nothing', 'form', 'rfc_9440', { 'client-cert': '::' }],
    ['cut short', 'cut_short', 'rfc_9440', { 'client-cert': `:${cut}:` }],
    ['bytes after the end', 'trailing_bytes', 'rfc_9440', { 'client-cert': `:${more}:` }],
    [
      'a long chain',
      'too_many',
      'rfc_9440',
      { 'client-cert': `:${c}:`, 'client-cert-chain': Array.from({ length: 21 }, () => `:${s}:`) },
    ],
    ['a huge header', 'too_large', 'rfc_9440', { 'client-cert': `:${'A'.repeat(70_000)}:` }],
    ['PEM with lines', 'form', 'haproxy', nginx(C)],
    ['a chain alone', 'chain_alone', 'haproxy', { 'x-ssl-client-cert-chain': chainDer }],
    ['a chain that is cut', 'not_der', 'haproxy', { 'x-ssl-client-cert': c, 'x-ssl-client-cert-chain': cut }],
    ['two certificates', 'twice', 'nginx', nginx(encodeURIComponent(C + S))],
    ['two headers', 'form', 'nginx', nginx(`${escaped}, ${escaped}`)],
    ['a broken escape', 'form', 'nginx', nginx(`${escaped}%4`)],
    ['a letter beyond ASCII', 'form', 'nginx', nginx(encodeURIComponent(C.replace('M', '\u014d')))],
    ['words before', 'form', 'nginx', nginx(encodeURIComponent(`x${C}`))],
    ['words after', 'form', 'nginx', nginx(encodeURIComponent(`${C}x`))],
    ['a private key', 'form', 'nginx', nginx(encodeURIComponent(pem('PRIVATE KEY', cleo.der)))],
    ['base64 that is none', 'base64', 'nginx', nginx(encodeURIComponent(C.replace('M', '_')))],
    [
      'a chain alone',
      'chain_alone',
      'apache',
      { 'x-ssl-client-cert': '(null)', 'x-ssl-client-cert-chain-0': spaced(S) },
    ],
    ['two headers', 'form', 'apache', nginx(`${spaced(C)}, ${spaced(C)}`)],
    ['two headers', 'form', 'traefik', { 'x-forwarded-tls-client-cert': `${c}, ${c}` }],
    ['no certificate', 'form', 'envoy', xfcc(XFCC)],
    ['two hops', 'twice', 'envoy', xfcc(`Cert="${escaped}",${XFCC};Cert="${escaped}"`)],
    ['two certificates', 'twice', 'envoy', xfcc(`Cert="${escaped}";Cert="${escaped}"`)],
    ['quotes that do not end', 'form', 'envoy', xfcc(`Cert="${escaped}`)],
    ['words after the quotes', 'form', 'envoy', xfcc(`Cert="${escaped}"x`)],
    ['no pair', 'form', 'envoy', xfcc('Cert')],
    ['a semicolon at the end', 'form', 'envoy', xfcc(`Cert="${escaped}";`)],
  ])('%s: %s (%s)', (_name, fault, form, headers) => {
    expect(read(form, headers)).toEqual({ fault });
  });

  test('a certificate in a subject is none', () => {
    expect(
      read('envoy', xfcc(String.raw`Subject="CN=x\";Cert=\"${escaped}\"";Cert="${encodeURIComponent(S)}"`)),
    ).toEqual({
      certificate: sub.der,
      chain: [],
    });
  });

  test('long headers of nonsense cost milliseconds', () => {
    const ms = leastCpuMs(() => {
      const dashes = '-----BEGIN CERTIFICATE-----'.repeat(2_000);
      read('apache', nginx(dashes));
      read('apache', nginx(`-----BEGIN CERTIFICATE-----${' '.repeat(60_000)}`));
      read('envoy', xfcc('a=b;'.repeat(16_000)));
      read('envoy', xfcc(`Cert="${String.raw`\"`.repeat(30_000)}`));
      read('traefik', { 'x-forwarded-tls-client-cert': ','.repeat(60_000) });
    });
    expect(ms).toBeLessThan(300);
  });
});
