import { request, type RequestOptions } from 'node:https';
import { credentials, type Destination } from './connection.ts';
import { OutsideFailure } from '../../outside/failure.ts';
import { reach } from '../../outside/reach.ts';
import { signatureHeaders } from '../../outside/webhook-signature.ts';

/** What is sent at once: `id` names it, the same whenever the same lines are sent again. */
export type Message = { id: string; at: Date; lines: readonly string[] };

/** The headers by which a receiver knows the sender: a bearer token, or those of Standard Webhooks. */
function authenticationHeaders(
  { authentication, secret }: Pick<Destination, 'authentication' | 'secret'>,
  { id, at }: Pick<Message, 'id' | 'at'>,
  body: string,
): Record<string, string> {
  if (authentication === 'none' || authentication === 'certificate' || secret === null) return {};
  if (authentication === 'bearer') return { authorization: `Bearer ${secret}` };
  return signatureHeaders(secret, { id, at }, body);
}

/**
 * Posts lines of JSON (`application/x-ndjson`). They have arrived when the answer is 2xx. A redirect is not followed,
 * for an administrator names the receiver, and nothing of an answer is kept but its status. Rejects with what the
 * network says, or an OutsideFailure.
 */
export async function postLines(to: Destination, message: Message, timeoutMs: number): Promise<void> {
  const url = URL.canParse(to.address) ? new URL(to.address) : null;
  if (url?.protocol !== 'https:') throw new OutsideFailure('unknown-host', to.address);
  const body = message.lines.map((line) => `${line}\n`).join('');
  const deadline = AbortSignal.timeout(timeoutMs);
  const { lookup } = await reach(url.hostname, to.ownNetwork, deadline);
  const options: RequestOptions = {
    method: 'POST',
    lookup,
    signal: deadline,
    headers: {
      'content-type': 'application/x-ndjson; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      'user-agent': 'Signet',
      'webhook-id': message.id,
      ...authenticationHeaders(to, message, body),
    },
    // A connection of its own: nothing of one receiver's settings may serve another.
    agent: false,
    ...credentials(to),
  };
  const status = await post(url, options, body).catch((error: unknown) => {
    if (deadline.aborted) throw new OutsideFailure('timeout', `No answer within ${timeoutMs / 1000} s.`);
    throw error;
  });
  if (status < 200 || status > 299) throw new OutsideFailure('answer', String(status));
}

function post(url: URL, options: RequestOptions, body: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const sending = request(url, options, (response) => {
      resolve(response.statusCode ?? 0);
      response.on('error', () => undefined).destroy();
    });
    sending.on('error', reject).end(body);
  });
}
