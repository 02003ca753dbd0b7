/** A TPM of software (swtpm) with a token in it, as tpm2-pkcs11 keeps one. */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { initialize, loadModule, ulong, readUlong } from '@signet/pkcs11/cryptoki';
import { isReady, tokensOf } from '@signet/pkcs11/slots';
import { CKF, CKU } from '@signet/pkcs11/standard';
import { PIN } from '@signet/pkcs11/testing/soft-hsm';
import { SO_PIN } from './tokens.ts';

const LABEL = 'laptop';

/** Starts the TPM and makes a token whose PIN is {@link PIN}. `environment` leads the module to it. */
export async function softwareTpm(module: string) {
  const folder = mkdtempSync(path.join(tmpdir(), 'signet-tpm-'));
  const socket = path.join(folder, 'socket');
  const store = path.join(folder, 'store');
  const state = path.join(folder, 'state');
  for (const one of [store, state]) mkdirSync(one);
  const how = ['--tpm2', '--tpmstate', `dir=${state}`, '--flags', 'not-need-init,startup-clear'];
  const where = ['--server', `type=unixio,path=${socket}`, '--ctrl', `type=unixio,path=${socket}.ctrl`];
  const tpm = spawn('swtpm', ['socket', ...how, ...where], { stdio: 'ignore' });
  for (let tries = 0; tries < 500 && !existsSync(`${socket}.ctrl`); tries += 1) await pause(20);
  const environment = { TPM2_PKCS11_TCTI: `swtpm:path=${socket}`, TPM2_PKCS11_STORE: store };
  Object.assign(process.env, environment);
  makeToken(module);
  return {
    environment,
    remove(): void {
      tpm.kill();
      for (const name of Object.keys(environment)) delete process.env[name];
      rmSync(folder, { recursive: true });
    },
  };
}

/** As an officer makes one ready: its label, then a PIN for whoever uses it. */
function makeToken(file: string): void {
  const module = loadModule(file);
  try {
    const blank = tokensOf(module).find((one) => !isReady(one))?.slot ?? 0;
    module.C_InitToken(blank, Buffer.from(SO_PIN), SO_PIN.length, Buffer.from(LABEL.padEnd(32)));
    module.C_Finalize(null);
    initialize(module);
    const made = tokensOf(module).find(({ label }) => label === LABEL)?.slot ?? 0;
    const opened = ulong(0);
    module.C_OpenSession(made, CKF.SERIAL_SESSION | CKF.RW_SESSION, null, null, opened);
    const session = readUlong(opened);
    module.C_Login(session, CKU.SO, Buffer.from(SO_PIN), SO_PIN.length);
    module.C_InitPIN(session, Buffer.from(PIN), PIN.length);
  } finally {
    module.C_Finalize(null);
  }
}
