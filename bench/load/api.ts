/** One keep-alive connection to the product. */
import { brotliDecompressSync } from 'node:zlib';
import { Client } from 'undici';

export type Method = 'GET' | 'POST' | 'PUT';
export type Ask = {
  token?: string | undefined;
  body?: unknown;
  /** A form in place of a body, and the client that sends it: by its id and secret. */
  form?: { fields: Readonly<Record<string, string>>; by: readonly [id: string, secret: string] };
  /** The address of the person behind the proxy; limits per address count by it. */
  from?: string;
  /** Whether the answer is wanted compressed, as browsers do. */
  compressed?: boolean;
};
export type Api = {
  /** The body of a successful answer, from JSON. Throws with status and text of any other. */
  ask<T>(method: Method, path: string, ask: Ask): Promise<T>;
  /** Lines of a streamed answer that end in CR LF, its head among them. Throws as above, and when it breaks off. */
  lines(path: string, ask: Ask): Promise<number>;
  /** The body of a successful answer as it came. Throws as above. */
  octets(path: string, ask: Ask): Promise<Buffer>;
  close(): Promise<void>;
};

const LINE_FEED = 10;

function headersOf({ token, body, form, from, compressed }: Ask): Record<string, string> {
  return {
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(form === undefined
      ? {}
      : {
          'content-type': 'application/x-www-form-urlencoded',
          authorization: `Basic ${Buffer.from(form.by.join(':')).toString('base64')}`,
        }),
    ...(from === undefined ? {} : { 'x-forwarded-for': from }),
    ...(compressed ? { 'accept-encoding': 'br' } : {}),
  };
}

export function openApi(url: string): Api {
  const client = new Client(url, { pipelining: 1, keepAliveTimeout: 60_000, bodyTimeout: 0, headersTimeout: 0 });
  const send = (method: Method, path: string, ask: Ask) =>
    client.request({
      method,
      path,
      headers: headersOf(ask),
      ...(ask.body === undefined ? {} : { body: JSON.stringify(ask.body) }),
      ...(ask.form === undefined ? {} : { body: new URLSearchParams(ask.form.fields).toString() }),
    });
  const refused = async (what: string, answer: Awaited<ReturnType<typeof send>>): Promise<Error> =>
    new Error(`${what} answered ${answer.statusCode}: ${(await answer.body.text()).slice(0, 300)}`);
  return {
    async ask<T>(method: Method, path: string, ask: Ask): Promise<T> {
      const answer = await send(method, path, ask);
      if (answer.statusCode !== 200 && answer.statusCode !== 201) throw await refused(`${method} ${path}`, answer);
      if (answer.headers['content-encoding'] !== 'br') return (await answer.body.json()) as T;
      return JSON.parse(brotliDecompressSync(await answer.body.arrayBuffer()).toString()) as T;
    },
    async lines(path, ask) {
      const answer = await send('GET', path, ask);
      if (answer.statusCode !== 200) throw await refused(`GET ${path}`, answer);
      let lines = 0;
      for await (const piece of answer.body as AsyncIterable<Buffer>) {
        for (let at = piece.indexOf(LINE_FEED); at >= 0; at = piece.indexOf(LINE_FEED, at + 1)) lines += 1;
      }
      return lines;
    },
    async octets(path, ask) {
      const answer = await send('GET', path, ask);
      if (answer.statusCode !== 200) throw await refused(`GET ${path}`, answer);
      return Buffer.from(await answer.body.arrayBuffer());
    },
    close: () => client.close(),
  };
}

/** An IPv4 address for each number: that of a person who is one of many. */
export const addressOf = (number: number): string =>
  `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;
