/** Receivers of events that tests listen with: real ones, by TLS, on this machine. */
import { once } from 'node:events';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { createServer as createHttps } from 'node:https';
import type { AddressInfo, Server, Socket } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import { createServer as createTls } from 'node:tls';
import { LOCALHOST_CERTIFICATE, LOCALHOST_KEY } from '../../testing/localhost-certificate.ts';

/** `asks`: nobody is heard but who shows a certificate that this one vouches for. */
type Asking = { asks?: string };
const tls = ({ asks }: Asking) => ({
  key: LOCALHOST_KEY,
  cert: LOCALHOST_CERTIFICATE,
  ...(asks === undefined ? {} : { requestCert: true, rejectUnauthorized: true, ca: asks }),
});

async function listen(server: Server, port = 0): Promise<number> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** A receiver that can be absent: `leave` closes its port, `comeBack` opens the same one. */
async function receiver(make: () => Server) {
  const sockets = new Set<Socket>();
  const begin = (): Server =>
    make().on('connection', (socket: Socket) => void sockets.add(socket.on('error', () => 0)));
  let server = begin();
  const port = await listen(server);
  const leave = async (): Promise<void> => {
    const closed = once(server, 'close');
    server.close();
    for (const socket of sockets) socket.destroy();
    sockets.clear();
    await closed;
  };
  return {
    port,
    leave,
    async comeBack() {
      server = begin();
      await listen(server, port);
    },
    close: async () => void (server.listening && (await leave())),
  };
}

/** A line as it is sent; a test event has none of this. */
export type SentLine = { index: number; leaf: string; event: { id: string; [field: string]: unknown } };

/** One message of a syslog receiver: its head up to the structured data, and the JSON behind the byte order mark. */
export type Heard = { head: string; json: SentLine };

/** The messages of a stream of frames (RFC 5425 §4.3). Throws where a frame is not as it should be. */
function unframe(bytes: Buffer): Heard[] {
  const messages: Heard[] = [];
  for (let at = 0; at < bytes.length;) {
    const blank = bytes.indexOf(' ', at);
    const digits = bytes.subarray(at, blank).toString('latin1');
    if (!/^[1-9]\d{0,8}$/.test(digits)) throw new Error(`No frame begins with ${JSON.stringify(digits)}.`);
    const end = blank + 1 + Number(digits);
    if (end > bytes.length) throw new Error('The last frame is cut off.');
    const [head = '', json = ''] = bytes
      .subarray(blank + 1, end)
      .toString('utf8')
      .split(' \uFEFF');
    messages.push({ head, json: JSON.parse(json) });
    at = end;
  }
  return messages;
}

/**
 * A syslog receiver by TLS. It keeps what it has read in whole connections; `breaksOff` has it drop the next
 * connections after so many octets each, of which it keeps the whole frames, as a collector does that is killed.
 */
export async function openSyslogReceiver(asking: Asking = {}) {
  const heard: Heard[] = [];
  const breaks: number[] = [];
  let connections = 0;
  const opened = await receiver(() =>
    createTls(tls(asking), (socket) => {
      connections += 1;
      socket.on('error', () => undefined);
      const limit = breaks.shift();
      if (limit === undefined)
        return void buffer(socket).then(
          (bytes) => heard.push(...unframe(bytes)),
          () => undefined,
        );
      let got = Buffer.alloc(0);
      socket.on('data', (piece: Buffer) => {
        got = Buffer.concat([got, piece]);
        if (got.length < limit || socket.destroyed) return;
        heard.push(...wholeFrames(got.subarray(0, limit)));
        socket.destroy();
      });
    }),
  );
  return {
    ...opened,
    heard,
    address: `localhost:${opened.port}`,
    connections: () => connections,
    breaksOff: (...afterOctets: number[]) => void breaks.push(...afterOctets),
  };
}

function wholeFrames(bytes: Buffer): Heard[] {
  for (let end = bytes.length; end > 0; end -= 1) {
    try {
      return unframe(bytes.subarray(0, end));
    } catch {
      // A shorter piece may be whole.
    }
  }
  return [];
}

/** A request of an HTTPS receiver. */
export type Posted = { headers: IncomingHttpHeaders; url: string; body: string; lines: SentLine[] };

/** An HTTPS receiver. `answer` says what it answers to each request; it may take its time. */
export async function openHttpsReceiver(asking: Asking = {}) {
  const posted: Posted[] = [];
  const own = { answer: async (_: Posted): Promise<number> => 204 };
  const opened = await receiver(() => createHttps(tls(asking), (request, response) => void take(request, response)));
  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request).catch(() => null);
    if (body === null) return;
    const lines =
      body.trim() === ''
        ? []
        : body
            .trimEnd()
            .split('\n')
            .map((line) => JSON.parse(line));
    const one: Posted = { headers: request.headers, url: request.url ?? '', body, lines };
    posted.push(one);
    response.writeHead(await own.answer(one), { location: '/elsewhere' }).end();
  }
  return { ...opened, posted, address: `https://localhost:${opened.port}/events?from=signet`, own };
}
