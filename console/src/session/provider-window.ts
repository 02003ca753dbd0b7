/**
 * A window of its own in which somebody goes to an identity provider, while the page that they are on stays as it is.
 * The provider's address cuts the tie between both windows, so they talk by a channel of this origin, one for each tab
 * that waits.
 */

/** What a window came back with: a code for whoever opened it, or the status of what went wrong. */
export type FromProvider = { code: string | null; error: string | null };

/** `tab` names the tab that waits, as the server does in the window's address. */
const channelOf = (tab: string): BroadcastChannel => new BroadcastChannel(`signet-provider:${tab}`);
const SIZE = 'popup,width=560,height=760';

/**
 * Opens the window at once, for a browser lets a page open one only while a click is being handled; it goes where
 * `begin` says once that is known. Answers what it comes back with, and the state by which the server knows what was
 * begun; null where the browser opens no window. A signal that is aborted closes it, and rejects.
 */
export async function throughProvider(
  begin: () => Promise<{ url: string; tab: string; state: string }>,
  signal: AbortSignal,
): Promise<(FromProvider & { state: string }) | null> {
  const opened = window.open('', '_blank', SIZE);
  if (!opened) return null;
  let channel: BroadcastChannel | null = null;
  const giveUp = () => opened.close();
  signal.addEventListener('abort', giveUp);
  try {
    const { url, tab, state } = await begin();
    const heard = (channel = channelOf(tab));
    opened.location.href = url;
    return await new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
      heard.addEventListener('message', ({ data }: MessageEvent<FromProvider>) => resolve({ ...data, state }));
    });
  } catch (error) {
    opened.close();
    throw error;
  } finally {
    signal.removeEventListener('abort', giveUp);
    channel?.close();
  }
}

/** Tells the page of that tab, which opened this window. */
export function tellOpener(tab: string, told: FromProvider): void {
  const channel = channelOf(tab);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of this origin alone
  channel.postMessage(told);
  channel.close();
}
