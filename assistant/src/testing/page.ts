/** A page as a browser would let it ask: HTTP with an Origin that it can't choose, and its end of the channel. */
import { request, type IncomingHttpHeaders } from 'node:http';
import { json } from 'node:stream/consumers';
import { beginHandshake, type Pairing } from '@signet/contract/assistant/channel';
import { fromBase64, toBase64 } from '@signet/contract/assistant/octets';
import {
  answerBody,
  ASSISTANT_PATHS,
  CHANNEL_VERSION,
  commandAnswer,
  handshakeAnswer,
  type CommandAnswer,
} from '@signet/contract/assistant/wire';

export type KeptPairing = Pairing;
export type Asked = { code: number; body: unknown; headers: IncomingHttpHeaders };
type How = { method?: string; headers?: Record<string, string>; body?: string };

/** One request over a connection of its own. */
export async function ask(port: number, path: string, { method = 'GET', headers = {}, body }: How): Promise<Asked> {
  const { promise, resolve, reject } = Promise.withResolvers<Asked>();
  const host = { host: `127.0.0.1:${port}` };
  const asked = request({ port, host: '127.0.0.1', path, method, headers: { ...host, ...headers }, agent: false });
  asked.on('error', reject);
  asked.on('response', (response) => {
    const { statusCode = 0, headers: answered } = response;
    const isEmpty = statusCode === 204;
    const read: Promise<unknown> = isEmpty ? Promise.resolve(null) : json(response);
    read.then((content) => resolve({ code: statusCode, body: content, headers: answered }), reject);
  });
  asked.end(body);
  return promise;
}

export const post = (port: number, origin: string, path: string, body: unknown): Promise<Asked> =>
  ask(port, path, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

/** What a command answered where it was done; throws what was refused. */
export function outputOf(answer: CommandAnswer): Record<string, unknown> {
  if ('output' in answer) return answer.output;
  throw new Error(JSON.stringify(answer));
}

export async function openPage(port: number, origin: string, kept: Pairing | null) {
  const begun = await beginHandshake(globalThis, origin, kept);
  const { opening, nonce } = begun;
  const asked = await post(port, origin, ASSISTANT_PATHS.handshake, {
    channel_version: CHANNEL_VERSION,
    public_key: toBase64(globalThis, opening.pageKey),
    commitment: toBase64(globalThis, opening.commitment),
    ...(kept && { pairing: kept.id }),
  });
  const answer = handshakeAnswer.parse(asked.body);
  const channel = await begun.finish({
    session: fromBase64(globalThis, answer.session),
    assistantKey: fromBase64(globalThis, answer.public_key),
    assistantNonce: fromBase64(globalThis, answer.nonce),
    pairing: answer.pairing ?? '',
  });
  let counter = 0;

  /** The body of the next message; nothing is sent. */
  async function seal(content: unknown, at = (counter += 1)) {
    const message = await channel.seal(at, new TextEncoder().encode(JSON.stringify(content)));
    return { session: answer.session, counter: at, message: toBase64(globalThis, message) };
  }
  const send = (body: unknown, from = origin): Promise<Asked> => post(port, from, ASSISTANT_PATHS.request, body);

  async function say(content: unknown): Promise<CommandAnswer> {
    const { code, body } = await send(await seal(content));
    if (code !== 200) throw new Error(JSON.stringify(body));
    const sealed = answerBody.parse(body);
    const opened = await channel.open(sealed.counter, fromBase64(globalThis, sealed.message));
    return commandAnswer.parse(JSON.parse(new TextDecoder().decode(opened)));
  }

  /** A command to its end, however long the person takes. */
  async function call(command: string, input: unknown = {}): Promise<CommandAnswer> {
    let said = await say({ command, input });
    while ('waiting' in said) said = await say({ ticket: said.waiting.ticket });
    return said;
  }

  return {
    seal,
    send,
    say,
    call,
    isKnown: answer.pairing !== undefined,
    nonce: toBase64(globalThis, nonce),
    number: () => channel.number(nonce),
    pairingKey: () => channel.pairingKey(),
    initialize: async () => outputOf(await call('initialize', { nonce: toBase64(globalThis, nonce) })),
  };
}
export type Page = Awaited<ReturnType<typeof openPage>>;
