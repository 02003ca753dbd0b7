/** Which PKCS #11 modules there may be on a computer (modules.json), and which of them are. */
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { KEY_STORE_TYPES, type KeyStoreType } from '@signet/contract/assistant/key-stores';
import { z } from 'zod';
import MODULES from './modules.json' with { type: 'json' };
import type { ModuleFile } from './one-module.ts';

const perSystem = z.strictObject({
  linux: z.array(z.string()),
  darwin: z.array(z.string()),
  win32: z.array(z.string()),
});
const schema = z.array(
  z.strictObject({
    type: z.enum(KEY_STORE_TYPES),
    name: z.string(),
    /** The first that is there is taken. */
    files: perSystem,
    /**
     * Of NSS: in which folders below the person's home its databases lie, or below that of settings where one begins
     * with $XDG_CONFIG_HOME, as of Firefox since 147. Firefox has one for each profile; what Linux has for a store of
     * the system is the one that Chromium and other programs share.
     */
    profiles: perSystem.optional(),
  }),
);
export type ModuleRow = z.output<typeof schema>[number];

/** `profile`: the name of the folder of NSS that it opens, whose token has no serial number of its own. */
export type ModuleInstance = ModuleFile & { profile: string | null };
/** What a key store is reached by: a module, or several of a kind. Looked for anew at each use. */
export type ModuleKind = { type: KeyStoreType; name: string; instances: () => ModuleInstance[] };

const isFile = (file: string): boolean => statSync(file, { throwIfNoEntry: false })?.isFile() ?? false;

const systemOf = <T>(row: { linux: T; darwin: T; win32: T }, platform: NodeJS.Platform): T =>
  platform === 'darwin' || platform === 'win32' ? row[platform] : row.linux;

/** The folders of profiles that have a store of certificates. */
function profilesBelow(folder: string): string[] {
  try {
    return [folder, path.join(folder, 'Profiles')].flatMap((one) =>
      statSync(one, { throwIfNoEntry: false })?.isDirectory()
        ? readdirSync(one).flatMap((name) => (isFile(path.join(one, name, 'cert9.db')) ? [path.join(one, name)] : []))
        : [],
    );
  } catch {
    // Somebody else's, or gone meanwhile.
    return [];
  }
}

/** NSS reads its parameters as names with values in quotation marks. */
const nssParameters = (folder: string): string =>
  `configdir='sql:${folder.replaceAll(/['\\]/g, String.raw`\$&`)}' certPrefix='' keyPrefix='' secmod='' flags=`;

/** Whose computer it is; `config`: where Linux has the person's settings. */
type Where = { home: string; platform: NodeJS.Platform; config?: string | undefined };

const CONFIG = /^\$XDG_CONFIG_HOME(?=\/)/;
const profilesIn = (name: string, { home, config = path.join(home, '.config') }: Where): string[] =>
  profilesBelow(CONFIG.test(name) ? path.join(config, name.replace(CONFIG, '')) : path.join(home, name));

function instancesOf(row: ModuleRow, where: Where): ModuleInstance[] {
  const { platform } = where;
  const file = systemOf(row.files, platform).find(isFile);
  if (file === undefined) return [];
  if (!row.profiles) return [{ path: file, parameters: null, profile: null }];
  const found = systemOf(row.profiles, platform).flatMap((one) => profilesIn(one, where));
  // The first of a name, which is what one is asked for by: a newer place of the shared one is used by nobody as long
  // as there is an older.
  const folders = found.filter(
    (one, n) => found.findIndex((other) => path.basename(other) === path.basename(one)) === n,
  );
  return folders.map((folder) => ({
    path: file,
    parameters: nssParameters(folder),
    profile: path.basename(folder).slice(0, 64),
  }));
}

/** The rows of modules.json, or others of its form. Throws where they are not of it. */
export function moduleKinds(where: Where, rows: unknown = MODULES): ModuleKind[] {
  return schema
    .parse(rows)
    .map((row) => ({ type: row.type, name: row.name, instances: () => instancesOf(row, where) }));
}
