import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';

/** How long a receiver may take to answer, in milliseconds. */
const TIMEOUT = 5_000;

/**
 * Posts a checkpoint, the signed note as it is (`text/plain`). User and password of the address are sent as basic
 * authentication. Every answer but 2xx is a failure; a redirect is not followed, for the setting names the receiver.
 */
export async function postNote(url: URL, note: string): Promise<void> {
  const body = Buffer.from(note);
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const status = await new Promise<number>((resolve, reject) => {
    request(
      url,
      {
        method: 'POST',
        headers: { 'content-type': 'text/plain; charset=utf-8', 'content-length': body.length },
        signal: AbortSignal.timeout(TIMEOUT),
        // A connection of its own: the next checkpoint may be hours away.
        agent: false,
      },
      (response) => {
        response.on('error', reject).on('end', () => resolve(response.statusCode ?? 0));
        response.resume();
      },
    )
      .on('error', reject)
      .end(body);
  });
  if (status < 200 || status > 299) throw new Error(`The receiver answered ${status}.`);
}
