/** Modules that the person has registered. A module is code that runs as this person: only they may add one. */
import { lstatSync, realpathSync, type Stats } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { Clock } from '../../clock.ts';
import { writePrivate } from '../../private-files.ts';
import { CommandRefusal } from '../../refusal.ts';
import { readStored } from '../stored-file.ts';
import type { ModuleKind } from './modules.ts';

const schema = z.strictObject({
  name: z.string(),
  /** Absolute, and the place itself: whoever may change a link to it changes nothing. */
  file: z.string(),
  registered_at: z.iso.datetime(),
  /** The site that asked for it. */
  origin: z.string(),
});
export type Provider = z.output<typeof schema>;
export type Providers = ReturnType<typeof openProviders>;
const STICKY = 0o1000;
const WRITABLE_BY_OTHERS = 0o022;

export function openProviders(folder: string, clock: Clock) {
  const file = path.join(folder, 'providers.json');
  const list = (): Provider[] => readStored(file, z.array(schema)) ?? [];
  return {
    /** Throws UnreadableFile, over which nothing is written. */
    list,
    add(provider: Omit<Provider, 'registered_at'>): void {
      const others = list().filter((one) => one.file !== provider.file);
      writePrivate(file, JSON.stringify([...others, { ...provider, registered_at: clock.now().toISOString() }]));
    },
    /** Answers what was forgotten. */
    forget(which: string): Provider[] {
      const [gone, kept] = [list().filter((one) => one.file === which), list().filter((one) => one.file !== which)];
      if (gone.length > 0) writePrivate(file, JSON.stringify(kept));
      return gone;
    },
  };
}

/** The key store of all that were registered; one that somebody else could change by now is left out. */
export const registeredKind = ({ list }: Providers): ModuleKind => ({
  type: 'other',
  name: 'Registered providers',
  instances: () =>
    list().flatMap(({ file }) => {
      const found = findProvider(file);
      return typeof found === 'string' ? [] : [{ path: found.real, parameters: null, profile: null }];
    }),
});

/**
 * Where the file is, links followed: what is judged is what is loaded. Throws {@link CommandRefusal} for one that is
 * not there, or that others than its person and root may change.
 */
export function requireProvider(file: string): string {
  const found = findProvider(file);
  if (typeof found === 'string') throw new CommandRefusal(found);
  return found.real;
}

function findProvider(file: string): { real: string } | 'PROVIDER_NOT_FOUND' | 'PROVIDER_UNSAFE' {
  let real: string;
  try {
    real = realpathSync(file);
  } catch {
    return 'PROVIDER_NOT_FOUND';
  }
  if (!lstatSync(real).isFile()) return 'PROVIDER_NOT_FOUND';
  // On Windows who may write is not in the mode.
  return process.platform === 'win32' || upwards(real).every((one) => isOurs(lstatSync(one)))
    ? { real }
    : 'PROVIDER_UNSAFE';
}

/** The file and the folders above it: who may rename a folder may put another file in its place. */
function upwards(file: string): string[] {
  const above = path.dirname(file);
  return above === file ? [file] : [file, ...upwards(above)];
}

/** In a sticky folder, such as /tmp, nobody replaces what is not theirs. */
const isOurs = ({ mode, uid }: Stats): boolean =>
  (uid === 0 || uid === process.getuid?.()) && ((mode & WRITABLE_BY_OTHERS) === 0 || (mode & STICKY) !== 0);
