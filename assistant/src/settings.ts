/** The only reader of the environment: where the assistant listens, where it keeps what it has, and what is there. */
import { execFileSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { moduleKinds } from './key-stores/pkcs11/modules.ts';
import type { ModuleSettings } from './key-stores/pkcs11/token-stores.ts';
import { ASSISTANT_PORT } from '@signet/contract/assistant/wire';
import type { Locale } from '@signet/contract/locales';
import { appleLanguages, localeOf } from './texts/language.ts';
import { Failure } from './texts/speaker.ts';

export type Settings = {
  port: number;
  folder: string;
  isSoftwareEnabled: boolean;
  modules: ModuleSettings;
};

/** Where programs keep what is theirs for this person, by the custom of each system. */
export function dataFolder(): string {
  const { LOCALAPPDATA, XDG_DATA_HOME } = process.env;
  if (process.platform === 'win32') return absolute(LOCALAPPDATA) ?? path.join(homedir(), 'AppData', 'Local');
  if (process.platform === 'darwin') return path.join(homedir(), 'Library', 'Application Support');
  return absolute(XDG_DATA_HOME) ?? path.join(homedir(), '.local', 'share');
}

/** The XDG specification takes an empty or relative one for none: it would lead to wherever a program was started. */
const absolute = (folder = ''): string | undefined => (path.isAbsolute(folder) ? folder : undefined);

/** Throws {@link Failure}, which names the setting that can't be used. */
export function readSettings(): Settings {
  const { SIGNET_ASSISTANT_PORT: port = '', SIGNET_ASSISTANT_DATA: folder = '' } = process.env;
  const { SIGNET_ASSISTANT_SOFTWARE_KEY_STORE: software = '', SIGNET_ASSISTANT_TOKENS: tokens = '' } = process.env;
  const config = absolute(process.env['XDG_CONFIG_HOME']);
  if (port !== '' && (!/^\d{1,5}$/.test(port) || Number(port) > 65_535))
    throw new Failure('assistantProgram.failure.port', { setting: 'SIGNET_ASSISTANT_PORT' });
  requireSwitch('SIGNET_ASSISTANT_SOFTWARE_KEY_STORE', software);
  requireSwitch('SIGNET_ASSISTANT_TOKENS', tokens);
  return {
    isSoftwareEnabled: software !== 'off',
    modules: {
      areOn: tokens !== 'off',
      kinds: moduleKinds({ home: homedir(), platform: process.platform, config }),
      environment: process.env,
    },
    // Pages ask at 8900 and nowhere else; another port is for whoever tries things out.
    port: port === '' ? ASSISTANT_PORT : Number(port),
    folder: folder === '' ? path.join(dataFolder(), 'signet-assistant') : path.resolve(folder),
  };
}

function requireSwitch(setting: string, value: string): void {
  if (!['', 'on', 'off'].includes(value)) throw new Failure('assistantProgram.failure.switch', { setting });
}

/** The language of the person, as their system has it. */
export const readLocale = (): Locale => localeOf({ environment: process.env, preferred: preferredLanguages });

/** Node knows that of Windows. On macOS it looks at the environment, which a program of the desktop does not have. */
function preferredLanguages(): readonly string[] {
  const known = [Intl.DateTimeFormat().resolvedOptions().locale];
  if (process.platform !== 'darwin') return process.platform === 'win32' ? known : [];
  try {
    const written = execFileSync('/usr/bin/defaults', ['read', '-g', 'AppleLanguages'], { encoding: 'utf8' });
    return [...appleLanguages(written), ...known];
  } catch {
    return known;
  }
}

/** The environment of a program that we start. */
export const environmentWith = (more: Readonly<Record<string, string>>): NodeJS.ProcessEnv => ({
  ...process.env,
  ...more,
});

/** Whether a program that is started now can show a window. */
export const hasDesktop = (): boolean =>
  process.platform === 'darwin' || Boolean(process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY']);

/** Whether the name of a program is found on the search path, or is the path of one. */
export function isThere(program: string): boolean {
  const folders = path.isAbsolute(program) ? [''] : (process.env['PATH'] ?? '').split(path.delimiter);
  return folders.some((folder) => {
    try {
      accessSync(path.join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
