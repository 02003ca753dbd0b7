/** OpenSSL as the second opinion, and things that it makes for the tests. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pemOfBase64 } from '@signet/contract/pem';

/** A folder of its own, in which `run` is called and `put` writes. */
export function openSsl() {
  const folder = mkdtempSync(path.join(tmpdir(), 'signet-openssl-'));
  return {
    folder,
    /** Writes a file; answers its name. */
    put(name: string, content: string | Uint8Array): string {
      writeFileSync(path.join(folder, name), content);
      return name;
    },
    get: (name: string): Buffer => readFileSync(path.join(folder, name)),
    /** What it prints; throws with what it complains of. */
    run: (...args: string[]): Buffer =>
      execFileSync('openssl', args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] }),
    /** Whether it agrees, and all that it says. */
    ask(...args: string[]): { agrees: boolean; says: string } {
      const { status, stdout, stderr } = spawnSync('openssl', args, { cwd: folder });
      return { agrees: status === 0, says: `${stdout.toString()}${stderr.toString()}` };
    },
  };
}

/** DER as PEM with this label. */
export const pem = (label: string, der: Uint8Array): string => pemOfBase64(label, Buffer.from(der).toString('base64'));
