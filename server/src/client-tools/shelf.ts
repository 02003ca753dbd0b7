/**
 * The client tools of this process: the folders with their catalogues, each file compared with the sums that its
 * catalogue says. A file is given out by the name that a catalogue has for it, never by a path that somebody asks for.
 */
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { open, realpath, type FileHandle } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { fillHost, type ClientTool, type FileState, type ToolFile } from '@signet/contract/client-tools';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import { CatalogueError, readCatalogue } from './catalogue-file.ts';

/** What a check has found, of the file as it was then. */
type Check = { state: FileState; print: string; sha1: string; size: number };
/** `checking`: somebody compares it right now. */
type Listed = { file: ToolFile; root: string; path: string; check: Check; checking?: Promise<Check> | undefined };

export type OpenFile = { handle: FileHandle; size: number; sha256: string; name: string };
/** How many files or catalogues are wrong, and since when this process knows. */
export type ToolFaults = { count: number; since: Date };

export type ClientTools = {
  /** What the page of the console says: tools of which a catalogue speaks, with the state of each file. */
  offer: () => ClientTool[];
  /** Opens a file for a reader, who closes it. Null where there is none, or it is not what its catalogue says. */
  open: (folder: string, name: string) => Promise<OpenFile | null>;
  faults: () => ToolFaults | null;
  /** Reads the catalogues again, and looks at what has changed since. */
  look: () => Promise<void>;
};

type Source = {
  /** A folder of another one goes before those that follow it. */
  folders: readonly string[];
  /** The host of the platform, for names that hold it. */
  host: string;
  clock: Clock;
  log: Logger;
};

const NOT_THERE: Check = { state: 'missing', print: '', sha1: '', size: 0 };

/** Which file it was, and when it was written last: a file with the same one is the same file. */
async function printOf(handle: FileHandle): Promise<{ print: string; size: number } | null> {
  const { dev, ino, size, mtimeNs, ctimeNs, isFile } = await handle.stat({ bigint: true }).then((found) => ({
    ...found,
    isFile: found.isFile(),
  }));
  return isFile ? { print: [dev, ino, size, mtimeNs, ctimeNs].join(' '), size: Number(size) } : null;
}

/** Opens what lies inside of the folder; links that lead out of it lead to nothing. Null where there is no file. */
async function openInside(root: string, path: string): Promise<FileHandle | null> {
  try {
    const real = await realpath(path);
    if (!real.startsWith((await realpath(root)) + sep)) return null;
    return await open(real, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
  } catch {
    return null;
  }
}

async function sumsOf(handle: FileHandle): Promise<{ sha1: string; sha256: string }> {
  const sha1 = createHash('sha1');
  const sha256 = createHash('sha256');
  for await (const chunk of handle.createReadStream({ start: 0, autoClose: false, highWaterMark: 1024 * 1024 })) {
    sha1.update(chunk);
    sha256.update(chunk);
  }
  return { sha1: sha1.digest('hex'), sha256: sha256.digest('hex') };
}

/** Looks whether the file is what its catalogue says; one that is as it was at the check before is not read again. */
async function check({ file, root, path, check: before }: Listed): Promise<Check> {
  const handle = await openInside(root, path);
  if (!handle) return NOT_THERE;
  try {
    const found = await printOf(handle);
    if (!found) return NOT_THERE;
    if (found.print === before.print) return before;
    const { sha1, sha256 } = await sumsOf(handle);
    const isSame = sha256 === file.sha256 && (file.sha1 === null || file.sha1 === sha1);
    return { state: isSame ? 'offered' : 'differs', sha1, ...found };
  } catch {
    // What can't be read is not there for anybody.
    return NOT_THERE;
  } finally {
    await handle.close();
  }
}

/** Remembers what a check finds; whoever asks meanwhile waits for the same one. */
async function recheck(one: Listed): Promise<void> {
  one.checking ??= check(one).finally(() => (one.checking = undefined));
  one.check = await one.checking;
}

/** Looks at nothing yet: `look` does. */
export function openClientTools({ folders, host, clock, log }: Source): ClientTools {
  let tools: ClientTool[] = [];
  let listed = new Map<string, Listed>();
  let brokenCatalogues: string[] = [];
  let wrongSince: Date | null = null;
  let told = '';

  const keyOf = (folder: string, name: string): string => `${folder}/${name}`;

  async function readAll(): Promise<void> {
    const broken: string[] = [];
    const found: { tool: ClientTool; root: string }[] = [];
    for (const root of folders)
      try {
        for (const tool of (await readCatalogue(root)) ?? [])
          if (!found.some((one) => one.tool.id === tool.id)) found.push({ tool, root });
      } catch (error) {
        if (!(error instanceof CatalogueError)) throw error;
        broken.push(error.message);
      }
    const next = new Map<string, Listed>();
    for (const { tool, root } of found)
      for (const file of tool.files.filter((one) => one.sha256 !== null)) {
        const key = keyOf(file.folder, fillHost(file.name, host));
        const before = listed.get(key);
        const isSame = before?.file.sha256 === file.sha256 && before?.file.sha1 === file.sha1 && before.root === root;
        const known = isSame ? before.check : { ...NOT_THERE, state: file.state };
        if (!next.has(key)) next.set(key, { file, root, path: join(root, file.folder, file.name), check: known });
      }
    [tools, listed, brokenCatalogues] = [found.map(({ tool }) => tool), next, broken];
  }

  /** One at a time: reading two large files side by side makes neither quicker. */
  async function checkAll(): Promise<void> {
    for (const one of listed.values()) await recheck(one);
  }

  const wrongFiles = (): Listed[] =>
    [...listed.values()].filter(({ check: { state } }) => state === 'missing' || state === 'differs');

  /** Says what is wrong once, and again when it is something else. */
  function tell(): void {
    const wrong = wrongFiles();
    wrongSince = wrong.length + brokenCatalogues.length === 0 ? null : (wrongSince ?? clock.now());
    const sentence = [...brokenCatalogues, ...wrong.map(({ path, check: { state } }) => `${path}: ${state}`)].join(' ');
    if (sentence === told) return;
    told = sentence;
    for (const message of brokenCatalogues) log.error({ message }, 'A catalogue of client tools can not be used.');
    for (const {
      path,
      file,
      check: { state },
    } of wrong)
      log.error({ path, sha256: file.sha256, state }, 'A file is not what the catalogue of client tools says.');
  }

  const stated = (file: ToolFile): ToolFile => {
    const name = fillHost(file.name, host);
    const one = file.sha256 === null ? undefined : listed.get(keyOf(file.folder, name));
    if (!one) return { ...file, name };
    const { state, sha1, size } = one.check;
    const isThere = state === 'offered';
    return { ...file, name, state, sha1: isThere ? sha1 : file.sha1, size: isThere ? size : null };
  };

  return {
    offer: () => tools.map((tool) => ({ ...tool, files: tool.files.map(stated) })),
    async open(folder, name) {
      const one = listed.get(keyOf(folder, name));
      if (!one) return null;
      const handle = await openInside(one.root, one.path);
      if (!handle) return null;
      const found = await printOf(handle).catch(() => null);
      if (found && found.print !== one.check.print) {
        await recheck(one);
        tell();
      }
      const { state, print, size } = one.check;
      if (found && found.print === print && state === 'offered' && one.file.sha256 !== null)
        return { handle, size, sha256: one.file.sha256, name };
      await handle.close();
      return null;
    },
    faults() {
      const count = wrongFiles().length + brokenCatalogues.length;
      return count > 0 && wrongSince ? { count, since: wrongSince } : null;
    },
    async look() {
      await readAll();
      await checkAll();
      tell();
    },
  };
}
