import { Problem } from '@signet/contract/problem';
import type { FastifyInstance, HTTPMethods } from 'fastify';

const METHODS: readonly HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/**
 * Makes every address that is known refuse the methods that it does not have: 405, and the others in Allow (RFC 9110
 * §15.5.6). Called before the first route; the answer is called after the last.
 */
export function collectMethods(app: FastifyInstance): () => void {
  const methodsOf = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ url, method }) => {
    const known = methodsOf.get(url) ?? new Set();
    for (const one of [method].flat()) known.add(one);
    methodsOf.set(url, known);
  });
  return () => {
    // Below a `*` lie pages, which have their own answer for what is not there.
    for (const [url, known] of [...methodsOf].filter(([address]) => !address.endsWith('*'))) {
      const allow = METHODS.filter((one) => known.has(one)).join(', ');
      app.route({
        url,
        method: METHODS.filter((one) => !known.has(one)),
        async onRequest(_request, reply) {
          reply.header('allow', allow);
          throw new Problem('METHOD_NOT_ALLOWED');
        },
        handler: () => undefined,
      });
    }
  };
}
