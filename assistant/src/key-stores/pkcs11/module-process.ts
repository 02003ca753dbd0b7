/** The process of its own in which one PKCS #11 module runs: one that crashes or hangs takes this along, no more. */
import process from 'node:process';
import { binding, endWithParent, replyWith } from '@signet/pkcs11/answer-parent';
import { Failed } from '@signet/pkcs11/failure';
import type { Request } from './messages.ts';
import type { OpenModule } from './module-session.ts';

let module: OpenModule | null = null;

async function load({ path, parameters }: Extract<Request, { call: 'load' }>): Promise<void> {
  const { openModule } = await binding(() => import('./module-session.ts'));
  module = openModule(path, parameters);
}

function answer(request: Request): unknown {
  if (request.call === 'load') return load(request);
  if (!module) throw new Failed({ code: 'CLOSED' });
  switch (request.call) {
    case 'tokens':
      return module.tokens();
    case 'objects':
      return module.objects(request);
    case 'open':
      return module.open(request);
    case 'logIn':
      return module.logIn(request);
    case 'generate':
      return module.generate(request);
    case 'certificates':
      return module.certificates();
    case 'sign':
      return module.sign(request);
    case 'keep':
      return module.keep(request);
    case 'destroy':
      return module.destroy(request);
    case 'setPin':
      return module.setPin(request);
    case 'initPin':
      return module.initPin(request);
    case 'initToken':
      return module.initToken(request);
    case 'close':
      return module.close();
  }
}

process.on('message', (request: Request) => replyWith(() => answer(request)));
endWithParent(() => module?.finish());
