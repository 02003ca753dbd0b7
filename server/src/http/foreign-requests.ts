/**
 * Under which names this server answers, and to whose pages. A page of another site reaches a server that only this
 * machine or this network can reach, by letting its own name lead here (DNS rebinding): then Host is its name.
 */
import { POSTED_FORM } from '@signet/contract/endpoint';
import { Problem } from '@signet/contract/problem';
import type { FastifyInstance } from 'fastify';
import { foreignHostPage } from './foreign-host-page.ts';
import { PROBES } from './observe.ts';
import { PLAIN_PAGE_POLICY } from './plain-page.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Pages of others may ask this address; it judges by itself which. */
    crossOrigin?: boolean;
    /** It is answered under any name. */
    anyHost?: boolean;
  }
}

/** Names by which a machine means itself: no name server can make them lead elsewhere. */
const LOOPBACK = /^(?:(?:[\w-]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** The name in a Host header, in lower case and without its port; empty for what is none. */
function nameOf(host: string | undefined): string {
  const address = `http://${host ?? ''}`;
  if (host === undefined || /[/?#@\\\s]/.test(host) || !URL.canParse(address)) return '';
  return new URL(address).hostname;
}

/**
 * Refuses requests for another host than the public address, the one for certificates and this machine, and changing
 * requests of another origin than the public address and, under a name of this machine, the same. Probes are asked by
 * address, with whatever Host: they say nothing to anybody without a token. What stands in certificates is asked by the
 * name that this server had when they were issued.
 */
export function refuseForeignRequests(app: FastifyInstance, publicUrl: string, clientAuthUrl: string | null): void {
  const own = new URL(publicUrl);
  const names = new Set([own.hostname, ...(clientAuthUrl === null ? [] : [new URL(clientAuthUrl).hostname])]);
  app.addHook('onRequest', async (request, reply) => {
    const { host, origin } = request.headers;
    if (PROBES.has(request.url.split('?', 1)[0] ?? '')) return;
    const name = nameOf(host);
    const { anyHost, takes, crossOrigin } = request.routeOptions.config;
    if (!anyHost && !names.has(name) && !LOOPBACK.test(name)) {
      if (!request.headers.accept?.includes('text/html')) throw new Problem('FOREIGN_HOST');
      return reply
        .code(421)
        .header('content-security-policy', PLAIN_PAGE_POLICY)
        .type('text/html; charset=utf-8')
        .send(foreignHostPage(request.headers['accept-language']));
    }
    // Identity providers post from their own pages: what they bring is signed, and answers a request of ours.
    if (takes === POSTED_FORM) return;
    // The authorization server says itself whose pages may ask it.
    if (crossOrigin) return;
    if (origin === undefined || request.method === 'GET' || request.method === 'HEAD') return;
    const same = LOOPBACK.test(name) && (origin === `http://${host}` || origin === `https://${host}`);
    if (origin !== own.origin && !same) throw new Problem('FOREIGN_ORIGIN');
  });
}
