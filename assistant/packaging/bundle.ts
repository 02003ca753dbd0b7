/** The assistant as JavaScript: what Node does not run from an installed package is its TypeScript. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** The assistant, and the process in which it lets a PKCS #11 module run. */
const INPUT = {
  'signet-assistant': path.join(ROOT, 'assistant/src/main.ts'),
  'module-process': path.join(ROOT, 'assistant/src/key-stores/pkcs11/module-process.ts'),
};
/** What calls the module's C functions: a binary for each system, which can't be bundled. */
export const BINDING = 'koffi';

/** The file that starts it, in the folder. */
export const ENTRY = 'signet-assistant.js';
/** In which the licences stand of all that the files are made of. */
export const LICENSES = 'LICENSES.txt';

/** Writes the files into the folder, which is there. */
export async function bundle(folder: string): Promise<void> {
  const plugins = [{ name: 'names-of-processes', transform: nameProcess }];
  const build = await rolldown({ input: INPUT, external: [BINDING], platform: 'node', cwd: ROOT, plugins });
  const { output } = await build.write({ dir: folder, format: 'esm', entryFileNames: '[name].js', banner });
  await build.close();
  const modules = output.flatMap((part) => (part.type === 'chunk' ? part.moduleIds : []));
  writeFileSync(path.join(folder, LICENSES), licensesOf(modules));
}

/** A process that is started by the name of its file has another name here, in the same folder. */
const nameProcess = (code: string): string => code.replaceAll(`'module-process.ts'`, `'module-process.js'`);

const banner = ({ isEntry }: { isEntry: boolean }): string => (isEntry ? '#!/usr/bin/env node' : '');

/** `modules` are the paths of what was bundled. Throws where a package says nothing of its licence. */
function licensesOf(modules: readonly string[]): string {
  const packages = modules.flatMap((file) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []);
  return [...new Set(packages)].toSorted().map(licenseOf).join('\n\n');
}

/** The text of a package's licence under its name and version. */
function licenseOf(folder: string): string {
  const { name, version, license } = readPackage(folder);
  const file = readdirSync(folder).find((entry) => /^licen[cs]e(?:\.\w+)?$/i.test(entry));
  if (!file && license === '') throw new Error(`${name} says nothing of its licence.`);
  const text = file ? readFileSync(path.join(folder, file), 'utf8').trim() : license;
  return `${name} ${version}\n${'-'.repeat(`${name} ${version}`.length)}\n${text}\n`;
}

type Package = { name: string; version: string; license: string };

export function readPackage(folder: string): Package {
  const {
    name = '',
    version = '',
    license = '',
  }: Partial<Package> = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  return { name, version, license };
}
