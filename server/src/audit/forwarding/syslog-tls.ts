import { hostAndPort } from '@signet/contract/areas/audit-receiver-record';
import { isIP } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { connect } from 'node:tls';
import { credentials, type Destination } from './connection.ts';
import { OutsideFailure } from '../../outside/failure.ts';
import { reach } from '../../outside/reach.ts';

/** How long a receiver is left to close early, in milliseconds: as long as the handshake took, within these bounds. */
const LEAST_WAIT = 50;
const LONGEST_WAIT = 1_000;
/** The wait is cut into so many pieces: between them a busy process gets to hear that the receiver has closed. */
const PIECES = 5;

/**
 * Sends frames to a syslog receiver by TLS (RFC 5425), on a connection of their own. Syslog answers nothing. What shows
 * that all was read is that the receiver leaves the connection open until we have ended it, and then ends it too, as
 * §4.4 has it; any other end is a failure. A receiver that closes while it reads, since it was killed or wants nothing
 * of us, must not look the same, so we wait for about a round trip before we end. Rejects with what the network says,
 * or an OutsideFailure.
 */
export async function sendFrames(to: Destination, frames: readonly Buffer[], timeoutMs: number): Promise<void> {
  const place = hostAndPort(to.address);
  if (!place) throw new OutsideFailure('unknown-host', to.address);
  const { host, port } = place;
  const deadline = AbortSignal.timeout(timeoutMs);
  const { lookup } = await reach(host, to.ownNetwork, deadline);
  const begun = performance.now();
  const socket = connect({ host, port, lookup, ...(isIP(host) ? {} : { servername: host }), ...credentials(to) });
  const late = () => socket.destroy(new OutsideFailure('timeout', `No end within ${timeoutMs / 1000} s.`));
  deadline.addEventListener('abort', late);
  if (deadline.aborted) late();
  try {
    await new Promise<void>((resolve, reject) => {
      let isEnding = false;
      let isRead = false;
      const endAfter = async (wait: number): Promise<void> => {
        for (let piece = 0; piece < PIECES; piece += 1) await pause(wait / PIECES);
        isEnding = true;
        socket.end();
      };
      socket.once('error', reject);
      socket.once('end', () => void (isRead = isEnding));
      socket.once('close', () => (isRead ? resolve() : reject(closedEarly())));
      socket.resume();
      // Nothing is written before the certificate has been judged.
      socket.once('secureConnect', () => {
        const wait = Math.min(Math.max(performance.now() - begun, LEAST_WAIT), LONGEST_WAIT);
        socket.write(Buffer.concat(frames), () => void endAfter(wait));
      });
    });
  } finally {
    deadline.removeEventListener('abort', late);
    socket.destroy();
  }
}

const closedEarly = (): OutsideFailure =>
  new OutsideFailure('closed', 'The receiver closed the connection before it had read everything.');
