/**
 * The process of its own in which a PKCS #11 module runs: a call of it may block for seconds, and a crash of it ends no
 * request but those that wait for it. Ends with the process that started it.
 */
import process from 'node:process';
import type { Request, Reply } from './messages.ts';
import { Failed, type Failure } from './failure.ts';
import type { Cryptoki } from './cryptoki.ts';
import type { Token } from './token.ts';

let module: Cryptoki | null = null;
let token: Token | null = null;

async function open({ path, name, pin }: Extract<Request, { call: 'open' }>): Promise<void> {
  const { loadModule, openToken } = await loadBinding();
  module = loadModule(path);
  token = openToken(module, name, pin);
}

/** Where the package was left out, as an optional one may be, that is a failure to be told as any other. */
async function loadBinding() {
  try {
    return { ...(await import('./cryptoki.ts')), ...(await import('./token.ts')) };
  } catch (error) {
    throw new Failed({ code: 'NO_BINDING', detail: firstLine(error) });
  }
}

const firstLine = (error: unknown): string => (error as Error).message.split('\n')[0] ?? '';

async function answer(request: Request): Promise<unknown> {
  if (request.call === 'open') return open(request);
  if (!token) throw new Failed({ code: 'CLOSED' });
  switch (request.call) {
    case 'newKey':
      return token.newKey(request.type, request.label);
    case 'requireKey':
      return token.requireKey(request.reference);
    case 'sign':
      return token.sign(request.reference, request.family, request.input);
    case 'destroy':
      return token.destroy(request.reference);
  }
}

const failureOf = (error: unknown): Failure =>
  error instanceof Failed ? error.failure : { code: 'ENDED', detail: firstLine(error) };

process.on('message', (request: Request) => {
  void answer(request).then(
    (value) => reply({ value }),
    (error: unknown) => reply({ failure: failureOf(error) }),
  );
});

function reply(message: Reply): void {
  process.send?.(message);
}

// Ctrl-C reaches every process of a terminal; requests that are still answered may need a signature.
process.on('SIGINT', () => undefined).on('SIGTERM', () => undefined);
process.on('disconnect', () => {
  module?.C_Finalize(null);
  process.exit();
});
