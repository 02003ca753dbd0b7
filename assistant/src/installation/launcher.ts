/** What tells each system that addresses of {@link LAUNCH_SCHEME} open the assistant: files, and programs to be run. */
import path from 'node:path';
import { LAUNCH_SCHEME } from '@signet/contract/assistant/launch';
import { DEFAULT_LOCALE, LOCALES } from '@signet/contract/locales';
import { speakerOf, type Text } from '../texts/speaker.ts';

/** `mayFail` where the program is not on every system, and what it does is not needed there. */
export type Step = { program: string; args: readonly string[]; mayFail?: boolean };
export type LauncherFile = { path: string; content: string; mode: number };
export type Launcher = {
  files: readonly LauncherFile[];
  /** Folders that hold nothing else. */
  folders: readonly string[];
  register: readonly Step[];
  unregister: readonly Step[];
};
/** `command` starts the assistant, program first. `data` is where programs keep what is theirs for this person. */
export type Place = { command: readonly string[]; home: string; data: string };

const NAME = speakerOf(DEFAULT_LOCALE)('assistantProgram.name');
const DESKTOP_FILE = 'signet-assistant.desktop';

/** Desktop Entry Specification 1.5, "The Exec key": quoted, then escaped once more as every string of the file. */
const execArgument = (part: string): string =>
  `"${part.replaceAll(/["`$\\]/g, '\\$&').replaceAll('%', '%%')}"`.replaceAll('\\', '\\\\');

/** In every language, English for all others (Desktop Entry Specification 1.5, "Localized values for keys"). */
const inLanguages = (key: string, text: Text): string[] =>
  LOCALES.map((locale) => {
    const language = locale === DEFAULT_LOCALE ? '' : `[${locale.slice(0, 2)}]`;
    return `${key}${language}=${speakerOf(locale)(text)}`;
  });

/** The menu's entry, of which the desktop learns the scheme. */
export const desktopEntry = (command: readonly string[]): string =>
  [
    '[Desktop Entry]',
    'Type=Application',
    ...inLanguages('Name', 'assistantProgram.name'),
    ...inLanguages('Comment', 'assistantProgram.about'),
    'Icon=signet-assistant',
    `Exec=${command.map(execArgument).join(' ')} open %u`,
    'Terminal=false',
    'Categories=Utility;Security;',
    `MimeType=x-scheme-handler/${LAUNCH_SCHEME};`,
    '',
  ].join('\n');

function forLinux({ command, data }: Place): Launcher {
  const folder = path.posix.join(data, 'applications');
  const refresh: Step = { program: 'update-desktop-database', args: [folder], mayFail: true };
  return {
    files: [{ path: path.posix.join(folder, DESKTOP_FILE), content: desktopEntry(command), mode: 0o644 }],
    folders: [],
    register: [refresh, { program: 'xdg-mime', args: ['default', DESKTOP_FILE, `x-scheme-handler/${LAUNCH_SCHEME}`] }],
    unregister: [refresh],
  };
}

const xml = (content: string): string => content.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const PLIST = [
  '<?xml version="1.0" encoding="UTF-8"?>',
  '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">',
  '<plist version="1.0"><dict>',
  `<key>CFBundleName</key><string>${xml(NAME)}</string>`,
  '<key>CFBundleIdentifier</key><string>signet.trust-assistant</string>',
  '<key>CFBundlePackageType</key><string>APPL</string>',
  '<key>CFBundleExecutable</key><string>signet-assistant</string>',
  // It has no place in the Dock: it shows itself where it asks.
  '<key>LSUIElement</key><true/>',
  `<key>CFBundleURLTypes</key><array><dict><key>CFBundleURLName</key><string>${xml(NAME)}</string>`,
  `<key>CFBundleURLSchemes</key><array><string>${LAUNCH_SCHEME}</string></array></dict></array>`,
  '</dict></plist>',
  '',
].join('\n');
const LSREGISTER =
  '/System/Library/Frameworks/CoreServices.framework/Frameworks/LaunchServices.framework/Support/lsregister';
const shellWord = (part: string): string => `'${part.replaceAll("'", String.raw`'\''`)}'`;

/** A bundle that starts the command; the address arrives as an event, which nothing needs to read. */
function forMac({ command, home }: Place): Launcher {
  const bundle = path.posix.join(home, 'Applications', `${NAME}.app`);
  const script = `#!/bin/sh\nexec ${command.map(shellWord).join(' ')} open\n`;
  return {
    files: [
      { path: path.posix.join(bundle, 'Contents', 'Info.plist'), content: PLIST, mode: 0o644 },
      { path: path.posix.join(bundle, 'Contents', 'MacOS', 'signet-assistant'), content: script, mode: 0o755 },
    ],
    folders: [bundle],
    register: [{ program: LSREGISTER, args: ['-f', bundle] }],
    unregister: [{ program: LSREGISTER, args: ['-u', bundle], mayFail: true }],
  };
}

const KEY = `HKCU\\Software\\Classes\\${LAUNCH_SCHEME}`;

/** For this person alone, in the registry. The terminal that Windows opens for the program is where it asks. */
function forWindows({ command }: Place): Launcher {
  const set = (key: string, ...value: string[]): Step => ({ program: 'reg', args: ['add', key, ...value, '/f'] });
  // No path of Windows has a quotation mark.
  const line = `${command.map((part) => `"${part}"`).join(' ')} open "%1"`;
  return {
    files: [],
    folders: [],
    register: [
      set(KEY, '/ve', '/d', `URL:${NAME}`),
      set(KEY, '/v', 'URL Protocol', '/d', ''),
      set(String.raw`${KEY}\shell\open\command`, '/ve', '/d', line),
    ],
    unregister: [{ program: 'reg', args: ['delete', KEY, '/f'] }],
  };
}

/** For the systems that the assistant runs on; any other is treated as a desktop by the rules of freedesktop.org. */
export function launcherOf(system: NodeJS.Platform, place: Place): Launcher {
  if (system === 'win32') return forWindows(place);
  return system === 'darwin' ? forMac(place) : forLinux(place);
}
