/** The package for npm, for every system that has Node: `npm install --global signet-assistant-4.0.0.tgz`. */
import { execFile } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { VERSION } from '../src/version.ts';
import { BINDING, bundle, ENTRY, readPackage, ROOT } from './bundle.ts';

const MANIFEST = {
  name: 'signet-assistant',
  version: VERSION,
  description: 'Keeps keys on this computer and uses them for the sites that its person has approved.',
  license: 'Apache-2.0',
  type: 'module',
  bin: { 'signet-assistant': ENTRY },
  engines: { node: '>=22.12' },
  os: ['linux', 'darwin', 'win32'],
  // Without it there are no hardware tokens; the rest works.
  optionalDependencies: { [BINDING]: readPackage(path.join(ROOT, 'node_modules', BINDING)).version },
};

const READ_ME = `# Signet trust assistant

Keeps keys on this computer and uses them for the sites that you have approved. It needs Node 22.12 or newer.

    npm install --global ./signet-assistant-${VERSION}.tgz
    signet-assistant register    # addresses of signet-assistant: open it; "unregister" ends that
    signet-assistant             # starts it; it asks in this terminal

\`signet-assistant sites\` lists the sites that may use it, \`forget <site>\` ends that, \`log\` tells what it did for
whom, \`help\` all the rest. It speaks English, French, German, Japanese and Spanish, by the language of the system.
`;

/** Writes the package into the folder, and answers its path. */
export async function makeNpmPackage(into: string): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'signet-npm-'));
  try {
    await bundle(folder);
    writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(MANIFEST, null, 2)}\n`);
    writeFileSync(path.join(folder, 'README.md'), READ_ME);
    copyFileSync(path.join(ROOT, 'LICENSE'), path.join(folder, 'LICENSE'));
    const pack = ['pack', folder, '--pack-destination', into, '--ignore-scripts', '--silent'];
    const { stdout } = await promisify(execFile)('npm', pack, { cwd: into, shell: process.platform === 'win32' });
    return path.join(into, stdout.trim());
  } finally {
    rmSync(folder, { recursive: true });
  }
}
