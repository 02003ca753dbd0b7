/**
 * NSS, the library by which Firefox and Chromium use tokens, as a client of its own: its programs take a PKCS #11
 * module, find the certificate that lies in a token, and have the token sign for a TLS connection. Chromium without a
 * window shows no client certificate of NSS to anybody, so it can't be asked itself.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

type Settings = { module: string; environment: NodeJS.ProcessEnv };

/** A profile whose one device is this module; `remove` it. */
export function nssClient({ module, environment: env }: Settings) {
  const folder = mkdtempSync(path.join(tmpdir(), 'signet-nss-'));
  const profile = `sql:${folder}`;
  const asked = path.join(folder, 'request');
  const run = (program: string, ...args: string[]): string =>
    execFileSync(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'], timeout: 60_000 }).toString();
  run('certutil', '-N', '-d', profile, '--empty-password');
  run('modutil', '-force', '-dbdir', profile, '-add', 'Tokens', '-libfile', module);
  return {
    /** The names of the certificates of a token for which it has the key: those by which one can sign in. */
    namesIn(token: string, pin: string): string[] {
      const file = path.join(folder, 'pin');
      writeFileSync(file, pin);
      const lines = run('certutil', '-L', '-d', profile, '-h', token, '-f', file).split('\n');
      return lines.flatMap((line) => /^(.+?)\s+u,u,u\s*$/.exec(line)?.[1] ?? []);
    },
    /** Where a GET is led to, the certificate of this name shown where one is given; undefined without an answer. */
    ledFrom(address: string, shown?: { name: string; pin: string }): string | undefined {
      const { host, hostname, port, pathname, search } = new URL(address);
      const lines = [`GET ${pathname}${search} HTTP/1.1`, `Host: ${host}`, 'Accept: text/html', 'Connection: close'];
      writeFileSync(asked, `${lines.join('\r\n')}\r\n\r\n`);
      // Without a profile it has nothing to show; with one it would choose by itself.
      const by = shown ? ['-d', profile, '-n', shown.name, '-w', shown.pin] : ['-D'];
      // `-o`: the platform's own root, which nobody has yet.
      const args = ['-4', '-h', hostname, '-p', port, '-o', '-A', asked, ...by];
      const { stdout } = spawnSync('tstclnt', args, { env, timeout: 60_000 });
      return /^location: (.+?)\r?$/im.exec(stdout.toString())?.[1];
    },
    remove: (): void => rmSync(folder, { recursive: true }),
  };
}
