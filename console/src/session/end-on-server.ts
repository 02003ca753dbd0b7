/** Ends a session on the server: whoever still has its tokens can do nothing with them. */
import { send } from '../api/send.ts';
import { outside } from '../paths.ts';

/** A sign-out waits for the server no longer than this, in milliseconds. */
const WITHIN_MS = 5_000;

/**
 * Where the browser goes on: to the identity provider that opened the session, else to the sign-in page. Never fails:
 * where the server can't be reached it ends the session by its time. It goes on when the page is left.
 */
export async function endOnServer(refreshToken: string): Promise<string> {
  try {
    const { body } = await send({
      method: 'POST',
      path: '/imauth/api/v1/logout',
      body: { refresh_token: refreshToken },
      signal: AbortSignal.timeout(WITHIN_MS),
      keepalive: true,
    });
    if (hasReturnUrl(body)) return body.return_url;
  } catch {
    // This browser forgets it all the same.
  }
  return outside.logout();
}

const hasReturnUrl = (body: unknown): body is { return_url: string } =>
  typeof body === 'object' && body !== null && 'return_url' in body && typeof body.return_url === 'string';
