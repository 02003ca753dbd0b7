/** SoftHSM2, a PKCS #11 module in software, with tokens of a folder of its own. */
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ModuleSettings } from '../module-calls.ts';

/** Where Debian, Fedora, Alpine and Homebrew have it. */
const PLACES = [
  '/usr/lib/softhsm/libsofthsm2.so',
  '/usr/lib64/pkcs11/libsofthsm2.so',
  '/usr/lib/pkcs11/libsofthsm2.so',
  '/usr/local/lib/softhsm/libsofthsm2.so',
  '/opt/homebrew/lib/softhsm/libsofthsm2.so',
];

export const PIN = 'Sesame-4711';
const OFFICER = '12345678';
/** In a token's file: the attribute of its flags, and that eight bytes of them follow. */
const FLAGS = Buffer.from('000000008000534b0000000000000002', 'hex');

export type SoftHsm = ReturnType<typeof softHsm>;

export function softHsm() {
  const module = PLACES.find((place) => existsSync(place));
  if (!module)
    throw new Error('There is no SoftHSM2 here: install softhsm2, or run npm test, which does so on Debian.');
  const folder = mkdtempSync(path.join(tmpdir(), 'signet-softhsm-'));
  const tokens = path.join(folder, 'tokens');
  mkdirSync(tokens);
  const configuration = path.join(folder, 'softhsm2.conf');
  writeFileSync(configuration, `directories.tokendir = ${tokens}\nobjectstore.backend = file\nlog.level = ERROR\n`);
  const environment = { ...process.env, SOFTHSM2_CONF: configuration };

  return {
    module,
    environment,
    /** Makes a token; answers its serial number and the folder in which it lies. */
    token(label: string, pin = PIN): { serial: string; folder: string } {
      const before = new Set(readdirSync(tokens));
      const args = ['--init-token', '--free', '--label', label, '--pin', pin, '--so-pin', OFFICER];
      execFileSync('softhsm2-util', args, { env: environment, stdio: ['ignore', 'ignore', 'pipe'] });
      const made = readdirSync(tokens).find((name) => !before.has(name)) ?? '';
      // The serial number is the end of the name of its folder.
      return { serial: made.replaceAll('-', '').slice(-16), folder: path.join(tokens, made) };
    },
    /** Sets a flag of CK_TOKEN_INFO as a device would that has counted wrong PINs: SoftHSM2 counts none itself. */
    flag: (token: { folder: string }, flag: number): void => setFlag(token, flag),
    /** Takes a token away; answers how to bring it back. */
    takeAway(token: { folder: string }): () => void {
      const elsewhere = path.join(folder, 'away');
      renameSync(token.folder, elsewhere);
      return () => renameSync(elsewhere, token.folder);
    },
    settings: (token: string, more: Partial<ModuleSettings> = {}): ModuleSettings => ({
      path: module,
      token,
      pin: PIN,
      environment,
      ...more,
    }),
    remove: () => rmSync(folder, { recursive: true }),
  };
}

function setFlag({ folder }: { folder: string }, flag: number): void {
  const file = path.join(folder, 'token.object');
  const content = readFileSync(file);
  const at = content.indexOf(FLAGS) + FLAGS.length + 4;
  content.writeUInt32BE(content.readUInt32BE(at) | flag, at);
  writeFileSync(file, content);
}
