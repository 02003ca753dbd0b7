/** The client certificate of a request: of its own TLS connection, or handed on by a proxy that is believed. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { TLSSocket } from 'node:tls';
import { Problem } from '@signet/contract/problem';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import type { Presented } from '../sign-in/certificates/presented.ts';
import { readForwarded } from '../x509/forwarded-certificate.ts';

/** The header in which a proxy gives CLIENT_AUTH_PROXY_SECRET, and so proves that it is ours. */
const PROXY_SECRET_HEADER = 'x-client-auth-proxy-secret';

type ProxySettings = Pick<Config, 'CLIENT_AUTH_PROXY_SECRET' | 'CLIENT_AUTH_PROXY_FORM'>;

/**
 * The certificate that a request came with; null where it came with none. Headers with one say nothing without the
 * proxy's secret: anybody can write them. Throws PROXY_SECRET_WRONG for another secret, and
 * CLIENT_CERTIFICATE_UNREADABLE for what a proxy that is believed can't have meant.
 */
export function presentedBy(
  { raw }: Pick<FastifyRequest, 'raw'>,
  { CLIENT_AUTH_PROXY_SECRET: secret, CLIENT_AUTH_PROXY_FORM: form }: ProxySettings,
): Presented | null {
  const said = raw.headers[PROXY_SECRET_HEADER];
  if (said !== undefined) {
    if (secret === undefined || typeof said !== 'string' || !isSame(said, secret))
      throw new Problem('PROXY_SECRET_WRONG');
    const forwarded = readForwarded(raw.headers, form);
    if (forwarded && 'fault' in forwarded) throw new Problem('CLIENT_CERTIFICATE_UNREADABLE');
    return forwarded;
  }
  if (!(raw.socket instanceof TLSSocket)) return null;
  const { raw: certificate } = raw.socket.getPeerCertificate();
  return certificate ? { certificate: new Uint8Array(certificate), chain: [] } : null;
}

/** In the same time, wherever they differ. */
const isSame = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b));
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
