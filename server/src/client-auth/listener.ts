/**
 * The one address that asks whoever comes for a client certificate. It stands apart from the console's: a browser that
 * is asked for a certificate asks its person, and nobody shall be asked who signs in otherwise.
 */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { constants } from 'node:crypto';
import { createServer } from 'node:https';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createSecureContext } from 'node:tls';
import { LIMITS } from '@signet/contract/limits';
import { ConfigError, type Config } from '../config.ts';
import { closePromptly, closeWithin } from '../http/closing.ts';
import type { Runtime } from '../runtime.ts';
import { pemOf } from '../x509/pem.ts';
import { serverCertificate } from './server-certificate-store.ts';

/** Where it listens when nothing is said of it; any other port where that is taken. */
const DEFAULT_PORT = 8443;
/** How often it looks for a newer certificate of its own, and for the first one; in milliseconds. */
const LOOK_AGAIN = 3_600_000;
const LOOK_FOR_FIRST = 5_000;
/** The longest that a handshake may take, in milliseconds. */
const HANDSHAKE = 10_000;
/** The longest that its end waits for answers under way where nothing else is said, in milliseconds. */
const LONGEST_CLOSING = 12_000;
/** What a proxy writes of the request that it hands on, and TRUST_PROXY has believed. */
const FORWARDED = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'];

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

export type ClientAuthListener = {
  /** Its address as people reach it, without a trailing slash. */
  url: string;
  port: number;
  /** Answers from now on, and keeps its own certificate fresh. */
  serve(runtime: Runtime, handle: Handle): Promise<void>;
  /** Answers what was asked, for so many milliseconds. */
  close(most?: number): Promise<void>;
};

/** Of each connection. A certificate of our own is set with them: what is not said with it is as by default. */
const SECURE = {
  // A resumed session would bring the certificate of another day.
  secureOptions: constants.SSL_OP_NO_TICKET,
  minVersion: 'TLSv1.2',
} as const;

type Settings = Pick<
  Config,
  'HOST' | 'PUBLIC_URL' | 'CLIENT_AUTH_PORT' | 'CLIENT_AUTH_URL' | 'CLIENT_AUTH_CERT' | 'CLIENT_AUTH_KEY'
>;

/**
 * Takes the port, and answers nobody yet. Throws ConfigError where a port that was named is taken, or the operator's
 * files are not what they should be.
 */
export async function openClientAuthListener(config: Settings): Promise<ClientAuthListener | null> {
  if (config.CLIENT_AUTH_PORT === 'off') return null;
  requireUsable(config);
  const server = createServer({
    requestCert: true,
    // Who is let in is said by what is stored of the certificate, with a reason that the person can be told.
    rejectUnauthorized: false,
    handshakeTimeout: HANDSHAKE,
    ...SECURE,
    // As the console's address has it (app.ts).
    requestTimeout: LIMITS.requestSeconds * 1000,
  });
  const beginToClose = closePromptly(server);
  const port = await listen(server, config);
  const own = config.CLIENT_AUTH_URL ?? `https://${hostOf(config)}:${port}`;
  const host = new URL(own).hostname.replace(/^\[|\]$/g, '');
  let timer: NodeJS.Timeout | undefined;
  return {
    url: own,
    port,
    async serve(runtime, handle) {
      server.on('request', (request, response) => {
        // TLS ends here: no proxy stands before it, so what says who asked a proxy was written by the client.
        for (const name of FORWARDED) delete request.headers[name];
        if (isApi(request.url)) return handle(request, response);
        // Nothing else is here: whoever comes by hand is led to the console.
        response.writeHead(303, { location: runtime.publicUrl, 'content-length': 0, connection: 'close' }).end();
      });
      const look = async (): Promise<void> => {
        let after = LOOK_FOR_FIRST;
        try {
          const shown = await showsItself(config, runtime, host);
          if (shown) server.setSecureContext({ ...SECURE, ...shown });
          if (shown) after = LOOK_AGAIN;
        } catch (error) {
          runtime.log.error({ err: error }, 'client authentication: the certificate of its address is not there');
        }
        timer = setTimeout(() => void look(), after).unref();
      };
      await look();
    },
    async close(most = LONGEST_CLOSING) {
      clearTimeout(timer);
      await closeWithin(server, most, async () => {
        const closed = once(server, 'close');
        beginToClose();
        server.close();
        await closed;
      });
    },
  };
}

type Server = ReturnType<typeof createServer>;

async function listen(server: Server, { HOST, CLIENT_AUTH_PORT }: Settings): Promise<number> {
  const at = async (port: number): Promise<number> => {
    server.listen(port, HOST);
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  };
  const named = typeof CLIENT_AUTH_PORT === 'number';
  return at(named ? CLIENT_AUTH_PORT : DEFAULT_PORT).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
    if (named) throw new ConfigError('CLIENT_AUTH_PORT is taken by another program.');
    return at(0);
  });
}

const hostOf = ({ PUBLIC_URL }: Settings): string => (PUBLIC_URL ? new URL(PUBLIC_URL).hostname : 'localhost');

/** Throws ConfigError where the operator's files are not what they should be. */
function requireUsable(config: Settings): void {
  try {
    const own = operatorsFiles(config);
    if (own) createSecureContext(own);
  } catch (error) {
    const { message } = error as Error;
    throw new ConfigError(`CLIENT_AUTH_CERT and CLIENT_AUTH_KEY can't be used: ${message}.`);
  }
}

const operatorsFiles = ({ CLIENT_AUTH_CERT, CLIENT_AUTH_KEY }: Settings) =>
  CLIENT_AUTH_CERT !== undefined && CLIENT_AUTH_KEY !== undefined
    ? { cert: readFileSync(CLIENT_AUTH_CERT), key: readFileSync(CLIENT_AUTH_KEY) }
    : null;

/** Key and certificates: the operator's files, read anew each time, or those of the platform's own authority. */
async function showsItself(config: Settings, runtime: Runtime, host: string) {
  const operators = operatorsFiles(config);
  if (operators) return operators;
  const own = await serverCertificate(runtime, host, runtime.clock.now());
  return (
    own && { key: pemOf('PRIVATE KEY', own.key), cert: own.chain.map((der) => pemOf('CERTIFICATE', der)).join('') }
  );
}

/** The paths of the contract; there is no page here. */
const isApi = (url = ''): boolean => /^\/[\w-]+\/(?:ui-)?api\//.test(url);
