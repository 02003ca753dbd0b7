import { createSocket } from 'node:dgram';
import { connect as connectTcp, isIPv6, type Socket } from 'node:net';
import { hostname } from 'node:os';
import { connect as connectTls } from 'node:tls';

/** Facility 13 (log audit), severity 5 (notice): 13 × 8 + 5 (RFC 5424 §6.2.1). */
const PRIORITY = 109;
/** Ports that IANA has registered: syslog, syslog-conn, syslog-tls. */
const PORTS: Record<string, number> = { 'syslog:': 514, 'syslog+tcp:': 601, 'syslog+tls:': 6514 };
/** How long a collector may take, in milliseconds. */
const TIMEOUT = 5_000;

/**
 * A checkpoint as one line of RFC 5424. The message is the JSON object `{"checkpoint": "<signed note>"}` in ASCII, so
 * that no collector stumbles over line breaks or the dash before a signature.
 */
export function syslogLine(note: string, at: Date): string {
  const message = JSON.stringify({ checkpoint: note }).replaceAll(
    /[^ -~]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  const host =
    hostname()
      .replaceAll(/[^!-~]/g, '')
      .slice(0, 255) || '-';
  return `<${PRIORITY}>1 ${at.toISOString()} ${host} signet ${process.pid} checkpoint - ${message}`;
}

/**
 * Sends a checkpoint to a syslog collector: `syslog:` by UDP (RFC 5426), `syslog+tcp:` with counted octets (RFC 6587),
 * `syslog+tls:` the same within TLS (RFC 5425). UDP tells of no loss.
 */
export async function sendToSyslog(url: URL, note: string, at: Date): Promise<void> {
  const line = Buffer.from(syslogLine(note, at));
  const host = url.hostname.replaceAll(/[[\]]/g, '');
  const port = Number(url.port) || (PORTS[url.protocol] ?? 0);
  if (url.protocol === 'syslog:') return sendDatagram(line, host, port);
  const connect = (): Socket =>
    url.protocol === 'syslog+tls:'
      ? connectTls({ host, port, ...(isIPv6(host) ? {} : { servername: host }) })
      : connectTcp({ host, port });
  return sendFrame(connect(), Buffer.concat([Buffer.from(`${line.length} `), line]));
}

function sendDatagram(line: Buffer, host: string, port: number): Promise<void> {
  const socket = createSocket(isIPv6(host) ? 'udp6' : 'udp4');
  return new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    socket.send(line, port, host, (error) => (error ? reject(error) : resolve()));
  }).finally(() => socket.close());
}

/** Sent once the collector has closed its side too: until then the frame may lie anywhere on the way. */
function sendFrame(socket: Socket, frame: Buffer): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    socket.setTimeout(TIMEOUT, () => socket.destroy(new Error(`The collector did not answer in ${TIMEOUT / 1000} s.`)));
    socket.once('error', reject).once('close', () => resolve());
    socket.resume();
    socket.end(frame);
  });
}
