/** An assistant with PKCS #11 modules: SoftHSM2 with tokens of its own, and what a page and its person do with them. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { KEY_STORE_SCHEMAS, type Entry, type KeyStoreType, type Token } from '@signet/contract/assistant/key-stores';
import { initialize, loadModule } from '@signet/pkcs11/cryptoki';
import { isReady, tokensOf } from '@signet/pkcs11/slots';
import { PIN, softHsm, type SoftHsm } from '@signet/pkcs11/testing/soft-hsm';
import type { ModuleKind } from '../key-stores/pkcs11/modules.ts';
import type { ModuleLimits } from '../key-stores/pkcs11/one-module.ts';
import { runAssistant } from './assistant.ts';
import { outputOf } from './page.ts';

/** Of every token that the tests make. */
export const SO_PIN = '12345678';

/** A kind of one module, as a row of modules.json would make it where the file is there. */
export const kindOf = (type: KeyStoreType, file: string): ModuleKind => ({
  type,
  name: type,
  instances: () => [{ path: file, parameters: null, profile: null }],
});

type Parts = { kinds?: ModuleKind[]; environment?: NodeJS.ProcessEnv; limits?: Partial<ModuleLimits> };

/** A page whose site is approved, and what is often done by it. `pin` is what the person types. */
export async function withTokens({ kinds, environment, limits = {} }: Parts = {}) {
  const hsm = softHsm();
  const all = kinds ?? [kindOf('softhsm', hsm.module)];
  const assistant = await runAssistant({ kinds: all, environment: { ...hsm.environment, ...environment }, limits });
  const { page } = await assistant.approved();
  const { person } = assistant;

  const tokens = async (): Promise<Token[]> =>
    KEY_STORE_SCHEMAS.token.output.parse(outputOf(await page.call('token'))).tokens;
  const entries = async (): Promise<Entry[]> =>
    KEY_STORE_SCHEMAS.certificate.output.parse(outputOf(await page.call('certificate'))).certificates;
  /** A command for which the person types the PIN of the token. */
  async function typing(pin: string, command: string, input: object) {
    const called = page.call(command, input);
    await person.answers('Type the PIN of the token', pin);
    return called;
  }
  return {
    hsm,
    assistant,
    page,
    person,
    tokens,
    entries,
    typing,
    async generate(place: object, more: object = {}): Promise<{ id: string; csr: string }> {
      const input = { ...place, subject: { common_name: 'Cleo' }, label: 'Work', key_type: 'ec_p256', ...more };
      const { id, csr } = outputOf(await typing(PIN, 'generate', input));
      return { id: String(id), csr: String(csr) };
    },
    async close(): Promise<void> {
      await assistant.close();
      hsm.remove();
    },
  };
}
/** A token that its officer has made ready, and for which nobody has set a PIN yet. */
export function tokenWithoutPin(hsm: SoftHsm, label: string) {
  const { SOFTHSM2_CONF: before } = process.env;
  process.env['SOFTHSM2_CONF'] = hsm.environment.SOFTHSM2_CONF;
  const module = loadModule(hsm.module);
  try {
    const blank = tokensOf(module).find((one) => !isReady(one));
    module.C_InitToken(blank?.slot ?? 0, Buffer.from(SO_PIN), SO_PIN.length, Buffer.from(label.padEnd(32)));
    module.C_Finalize(null);
    initialize(module);
    const serial = tokensOf(module).find((one) => one.label === label)?.serial ?? '';
    return { serial, place: { keystore: 'softhsm', token: serial } };
  } finally {
    module.C_Finalize(null);
    process.env['SOFTHSM2_CONF'] = before;
  }
}

export type WithTokens = Awaited<ReturnType<typeof withTokens>>;

/** OpenSSL's program in a folder of its own. */
export function openSslAt() {
  const folder = mkdtempSync(path.join(tmpdir(), 'signet-openssl-'));
  const put = (name: string, content: string | Buffer): string => {
    writeFileSync(path.join(folder, name), content);
    return name;
  };
  const ask = (...args: string[]): string =>
    execFileSync('openssl', args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] }).toString();
  return {
    folder,
    put,
    ask,
    read: (name: string): Buffer => readFileSync(path.join(folder, name)),
    /** A certificate for a request, of an authority that is made on the way. */
    certify(csr: string): string {
      put('request.pem', csr);
      const authority = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout ca.key -out ca.pem';
      ask(...authority.split(' '), '-subj', '/CN=Authority');
      ask(...'x509 -req -in request.pem -CA ca.pem -CAkey ca.key -CAcreateserial -days 30 -out cert.pem'.split(' '));
      return readFileSync(path.join(folder, 'cert.pem'), 'utf8');
    },
    remove: (): void => rmSync(folder, { recursive: true }),
  };
}
