/**
 * The process of its own in which the module with the server's keys runs: a call of it may block for seconds, and a
 * crash of it ends no request but those that wait for it.
 */
import process from 'node:process';
import { binding, endWithParent, replyWith } from './answer-parent.ts';
import type { Request } from './messages.ts';
import { Failed } from './failure.ts';
import type { Cryptoki } from './cryptoki.ts';
import type { Token } from './token.ts';

let module: Cryptoki | null = null;
let token: Token | null = null;

async function open({ path, name, pin }: Extract<Request, { call: 'open' }>): Promise<void> {
  const { loadModule, openToken } = await binding(async () => ({
    ...(await import('./cryptoki.ts')),
    ...(await import('./token.ts')),
  }));
  module = loadModule(path);
  token = openToken(module, name, pin);
}

function answer(request: Request): unknown {
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

process.on('message', (request: Request) => replyWith(() => answer(request)));
endWithParent(() => module?.C_Finalize(null));
