/** The packages as a folder of client tools: the files, and the catalogue that says their sums. */
import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { VERSION } from '../src/version.ts';

/** The entry of the console's catalogue, and the folder of its files. */
const TOOL = 'signet-assistant';

const labelOf = (name: string): string =>
  /_(\w+)\.deb$/.exec(name)?.[1]?.replace(/^/, 'Debian, ') ?? 'npm: Windows, macOS, Linux';
const sumOf = (kind: 'sha1' | 'sha256', content: Buffer): string => createHash(kind).update(content).digest('hex');

export type Maker = (folder: string) => Promise<string>;
export type Published = { paths: string[]; failures: string[] };

/**
 * Writes the folder anew, with every package that can be made here. Answers their paths, and why the others can't.
 * @param makers each writes a package into a folder, and answers its path
 */
export async function publish(into: string, makers: readonly Maker[]): Promise<Published> {
  mkdirSync(into, { recursive: true });
  const making = mkdtempSync(path.join(into, '.making-'));
  const folder = path.join(into, TOOL);
  try {
    const names: string[] = [];
    const failures: string[] = [];
    for (const make of makers)
      await make(making).then(
        (file) => names.push(path.basename(file)),
        (error: unknown) => failures.push(error instanceof Error ? error.message : String(error)),
      );
    if (names.length === 0) return { paths: [], failures };
    const files = names.map((name) => {
      const content = readFileSync(path.join(making, name));
      const sums = { sha1: sumOf('sha1', content), sha256: sumOf('sha256', content) };
      return { folder: TOOL, name, label: labelOf(name), version: VERSION, ...sums };
    });
    rmSync(folder, { recursive: true, force: true });
    chmodSync(making, 0o755);
    renameSync(making, folder);
    const catalogue = { tools: [{ id: TOOL, versions: [VERSION], files }] };
    writeFileSync(path.join(into, 'catalogue.json'), `${JSON.stringify(catalogue, null, 2)}\n`);
    return { paths: names.map((name) => path.join(folder, name)), failures };
  } finally {
    rmSync(making, { recursive: true, force: true });
  }
}
