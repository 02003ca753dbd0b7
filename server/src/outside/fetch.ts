/** Asks addresses that people of accounts have named, such as those of identity providers. */
import { request as plainRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as tlsRequest } from 'node:https';
import { OutsideFailure } from './failure.ts';
import { isReachable, reach } from './reach.ts';

/** What may be asked: how much may come, in octets, and until when, in milliseconds; whether in the own network. */
export type OutsideBounds = { mostBytes: number; timeoutMs: number; ownNetwork: boolean };
/** Of a metadata document or an answer of a provider. */
export const PROVIDER_BOUNDS = { mostBytes: 1_000_000, timeoutMs: 4_000 } as const;

export type OutsideRequest = {
  method?: 'GET' | 'POST';
  /** Names in lower case. */
  headers?: Readonly<Record<string, string>>;
  body?: string;
};

/**
 * An answer, whatever its status; a redirect is one of them and is not followed. `ownNetwork`: whether whoever answered
 * stands in the own network.
 */
export type OutsideAnswer = {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: Buffer;
  ownNetwork: boolean;
};

/**
 * Asks an address once, on a connection of its own, which goes to where the name led when it was judged. On the
 * internet by https alone with a certificate that is trusted; plain http only to an address of the own network where
 * that may be reached. Throws an OutsideFailure, or what the network says (`failureOf` tells why): `forbidden-address`,
 * `timeout`, `answer` for one that is larger than it may be.
 */
export async function fetchOutside(
  address: string,
  { method = 'GET', headers = {}, body }: OutsideRequest,
  { mostBytes, timeoutMs, ownNetwork }: OutsideBounds,
): Promise<OutsideAnswer> {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password)
    throw new OutsideFailure('unknown-host', address);
  const isPlain = url.protocol === 'http:';
  if (isPlain && !ownNetwork) throw new OutsideFailure('forbidden-address', `${url.origin}: https is needed.`);
  const deadline = AbortSignal.timeout(timeoutMs);
  const { lookup, addresses } = await reach(url.hostname, ownNetwork, deadline);
  const isOwn = !addresses.some((one) => isReachable(one, false));
  if (isPlain && !isOwn) throw new OutsideFailure('forbidden-address', `${url.origin}: https is needed.`);
  const options: RequestOptions = {
    method,
    lookup,
    signal: deadline,
    agent: false,
    headers: {
      'user-agent': 'Signet',
      // What is compressed may grow beyond every bound.
      'accept-encoding': 'identity',
      ...headers,
      ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
    },
  };
  return new Promise((resolve, reject) => {
    const fail = (error: unknown): void =>
      reject(
        deadline.aborted ? new OutsideFailure('timeout', `No answer within ${timeoutMs / 1000} s.`) : asError(error),
      );
    const take = (response: IncomingMessage): void =>
      void whole(response, mostBytes).then((answer) => resolve({ ...answer, ownNetwork: isOwn }), fail);
    const sending = isPlain ? plainRequest(url, options, take) : tlsRequest(url, options, take);
    sending.on('error', fail).end(body);
  });
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

async function whole(response: IncomingMessage, mostBytes: number): Promise<Omit<OutsideAnswer, 'ownNetwork'>> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of response) {
    const octets: Buffer = Buffer.from(piece);
    bytes += octets.length;
    if (bytes > mostBytes) {
      response.destroy();
      throw new OutsideFailure('answer', `The answer is larger than ${mostBytes} bytes.`);
    }
    pieces.push(octets);
  }
  const headers = Object.entries(response.headers).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
  );
  return { status: response.statusCode ?? 0, headers: Object.fromEntries(headers), body: Buffer.concat(pieces) };
}
