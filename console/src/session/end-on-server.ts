/** Ends a session on the server: whoever still has its tokens can do nothing with them. */
import { send } from '../api/send.ts';

/** A sign-out waits for the server no longer than this, in milliseconds. */
const WITHIN_MS = 5_000;

/** Never fails: where the server can't be reached it ends the session by its time. It goes on when the page is left. */
export async function endOnServer(refreshToken: string): Promise<void> {
  try {
    await send({
      method: 'POST',
      path: '/imauth/api/v1/logout',
      body: { refresh_token: refreshToken },
      signal: AbortSignal.timeout(WITHIN_MS),
      keepalive: true,
    });
  } catch {
    // This browser forgets it all the same.
  }
}
