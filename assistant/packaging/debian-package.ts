/** The package for Debian and what is made of it: with the Node that it was tried with, since Debian's may be older. */
import { execFile } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { desktopEntry } from '../src/installation/launcher.ts';
import { VERSION } from '../src/version.ts';
import { BINDING, bundle, ENTRY, LICENSES, ROOT } from './bundle.ts';

const NAME = 'signet-assistant';
const ARCHITECTURES: Partial<Record<NodeJS.Architecture, string>> = { x64: 'amd64', arm64: 'arm64' };

/** Finds its files from where it stands itself, so that a tree that was unpacked elsewhere works too. */
const STARTER = `#!/bin/sh
here=$(dirname "$(readlink -f "$0")")/../lib/${NAME}
exec "$here/node" "$here/${ENTRY}" "$@"
`;

/** Debian Policy Manual, 5.3. No scripts: what the menu and the scheme need is done by triggers of their packages. */
const control = (architecture: string, kilobytes: number): string => `Package: ${NAME}
Version: ${VERSION}
Architecture: ${architecture}
Maintainer: The Signet project <signet@localhost>
Installed-Size: ${kilobytes}
Depends: libc6 (>= 2.28), libstdc++6, libgcc-s1
Recommends: zenity | kdialog, desktop-file-utils
Section: utils
Priority: optional
Description: local trust assistant of Signet
 Keeps keys on this computer, in tokens or in a store of its own, and uses them
 for the sites that its person has approved. It asks for PINs itself: they
 never pass through a web page.
`;

/** Machine-readable debian/copyright, 1.0. */
const copyright = (
  licenses: string,
): string => `Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/

Files: *
Copyright: The Signet project
License: Apache-2.0
 On Debian systems the text is in /usr/share/common-licenses/Apache-2.0.
 The licences of Node.js and of what the program is made of are in
 ${licenses}.
`;

/**
 * Writes the package into the folder, and answers its path. It is for the processor that this runs on, with the Node
 * that runs this. `compression` is the option of dpkg-deb: xz makes a third of gzip's quickest, in half a minute.
 */
export async function makeDebianPackage(into: string, compression: readonly string[] = ['-Zxz']): Promise<string> {
  const architecture = ARCHITECTURES[process.arch];
  if (process.platform !== 'linux' || !architecture)
    throw new Error('A package for Debian is made on Linux with a processor of the kind amd64 or arm64.');
  const folder = mkdtempSync(path.join(tmpdir(), 'signet-deb-'));
  try {
    const kilobytes = await fill(folder);
    write(folder, 'DEBIAN/control', control(architecture, kilobytes));
    openToAll(folder);
    const file = path.join(into, `${NAME}_${VERSION}_${architecture}.deb`);
    await promisify(execFile)('dpkg-deb', ['--root-owner-group', ...compression, '--build', folder, file]);
    return file;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Answers the size of what it takes when installed, in kilobytes. */
async function fill(folder: string): Promise<number> {
  const library = path.join(folder, 'usr/lib', NAME);
  mkdirSync(library, { recursive: true });
  await bundle(library);
  writeFileSync(path.join(library, 'package.json'), '{"type":"module"}\n');
  for (const name of [BINDING, `@koromix/koffi-linux-${process.arch}`])
    cpSync(path.join(ROOT, 'node_modules', name), path.join(library, 'node_modules', name), { recursive: true });
  copyFileSync(process.execPath, path.join(library, 'node'));
  copyFileSync(path.join(path.dirname(process.execPath), '../LICENSE'), path.join(library, 'LICENSE-node.txt'));
  write(folder, `usr/bin/${NAME}`, STARTER, 0o755);
  write(folder, `usr/share/applications/${NAME}.desktop`, desktopEntry([NAME]));
  write(folder, `usr/share/doc/${NAME}/copyright`, copyright(`/usr/lib/${NAME}/${LICENSES} and LICENSE-node.txt`));
  const icons = 'usr/share/icons/hicolor/scalable/apps';
  mkdirSync(path.join(folder, icons), { recursive: true });
  copyFileSync(path.join(ROOT, 'console/public/mark.svg'), path.join(folder, icons, `${NAME}.svg`));
  const { stdout } = await promisify(execFile)('du', ['-sk', folder]);
  return Number.parseInt(stdout, 10);
}

function write(folder: string, name: string, content: string, mode = 0o644): void {
  const file = path.join(folder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, content, { mode });
}

/** Whatever the mask of whoever builds: everybody reads what is installed, and runs what its maker may run. */
function openToAll(file: string): void {
  const kind = lstatSync(file);
  if (kind.isSymbolicLink()) return;
  chmodSync(file, (kind.mode & 0o100) === 0 ? 0o644 : 0o755);
  if (kind.isDirectory()) for (const name of readdirSync(file)) openToAll(path.join(file, name));
}
