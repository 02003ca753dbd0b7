/** The one cookie there is: read of a request, set with its answer. What it holds: sign-in/devices. */
import { LIMITS } from '@signet/contract/limits';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { DeviceCookie } from './handler.ts';

const NAME = 'signet_device';
const SECONDS = LIMITS.deviceDays * 86_400;

/**
 * `secure`: people come by https. Then the name begins with __Host-, so that no other host of the domain and no
 * connection without TLS can set it (RFC 6265bis §4.1.3.2).
 */
export function deviceCookieOf(request: FastifyRequest, reply: FastifyReply, secure: boolean): DeviceCookie {
  const name = secure ? `__Host-${NAME}` : NAME;
  const pair = (request.headers.cookie ?? '').split(/; */).find((one) => one.startsWith(`${name}=`));
  return {
    value: pair?.slice(name.length + 1),
    set(value) {
      const attributes = `Path=/; Max-Age=${SECONDS}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;
      reply.header('set-cookie', `${name}=${value}; ${attributes}`);
    },
  };
}
