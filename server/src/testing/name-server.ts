/** A name server on the loopback interface that knows TXT records (RFC 1035), for tests. */
import { createSocket } from 'node:dgram';

export type NameServer = {
  /** As it is named in the settings. */
  address: string;
  /** The text of the TXT record of each name; what is not here does not exist. */
  records: Map<string, string>;
  /** It hears and says nothing. */
  silent: boolean;
  /** What happens while it is asked, once. */
  meanwhile: (() => Promise<void>) | null;
  close: () => void;
};

/** Where the question ends: after its name, type and class. */
function endOfQuestion(query: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = 12;
  while ((query[at] ?? 0) > 0) {
    const length = query[at] ?? 0;
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 5 };
}

/** The answer to a question: in two pieces, as long records come. */
function answerTo(query: Buffer, records: ReadonlyMap<string, string>): Buffer {
  const { name, end } = endOfQuestion(query);
  const text = records.get(name);
  const header = Buffer.from(query.subarray(0, 12));
  header.writeUInt16BE(text === undefined ? 0x8183 : 0x8180, 2);
  header.writeUInt16BE(text === undefined ? 0 : 1, 6);
  header.writeUInt32BE(0, 8);
  const question = query.subarray(12, end);
  if (text === undefined) return Buffer.concat([header, question]);
  const pieces = [text.slice(0, 10), text.slice(10)].map((piece) =>
    Buffer.concat([Buffer.of(piece.length), Buffer.from(piece, 'latin1')]),
  );
  const data = Buffer.concat(pieces);
  const about = Buffer.of(0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 60, data.length >> 8, data.length & 255);
  return Buffer.concat([header, question, about, data]);
}

export async function startNameServer(): Promise<NameServer> {
  const socket = createSocket('udp4');
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  const server: NameServer = {
    address: `127.0.0.1:${socket.address().port}`,
    records: new Map(),
    silent: false,
    meanwhile: null,
    close: () => socket.close(),
  };
  socket.on('message', (query, { port, address }) => {
    if (server.silent) return;
    const [answer, first] = [answerTo(query, server.records), server.meanwhile];
    server.meanwhile = null;
    void (first?.() ?? Promise.resolve()).then(() => socket.send(answer, port, address));
  });
  return server;
}
