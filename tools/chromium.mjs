import { accessSync, constants, existsSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { run } from './child.mjs';
import { aptInstall, mayInstall } from './debian.mjs';

/** Letters of every language of the console, for pictures; the product takes what the reader's system has. */
const FONTS = 'fonts-vlgothic';
/** The engine without windows, Debian's package of the same name: it does the same in two thirds of the time. */
const HEADLESS = 'chromium-headless-shell';
const NAMES = [HEADLESS, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  String.raw`C:\Program Files\Google\Chrome\Application\chrome.exe`,
  String.raw`C:\Program Files (x86)\Google\Chrome\Application\chrome.exe`,
];

/**
 * The browser for the tests: `{ path }` of the one there is, installing Debian's headless one where we may, else
 * `{ problem }`, a sentence that says what to do.
 */
export async function ensureChromium() {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen)
    return existsSync(chosen) ? { path: chosen } : { problem: `CHROMIUM_PATH names ${chosen}, which does not exist.` };
  const found = findChromium();
  if (found && (path.basename(found) === HEADLESS || !mayInstall())) return { path: found };
  if (mayInstall()) {
    const installed = await install();
    return found && installed.problem ? { path: found } : installed;
  }
  return {
    problem:
      `The browser tests need Chromium: install it (Debian: sudo apt-get install ${HEADLESS}), ` +
      'or set CHROMIUM_PATH to a Chromium or Chrome.',
  };
}

/** Debian's packages that ensureChromium would install here. */
ensureChromium.missing = () =>
  process.env.CHROMIUM_PATH || path.basename(findChromium() ?? '') === HEADLESS ? [] : [HEADLESS, FONTS];

/** How it is started wherever a program looks at pages: alone, quiet, without a display. */
export const BROWSER_ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The browser there is, or undefined: the one that CHROMIUM_PATH names, else the first on the PATH. */
export function findChromium() {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  const onPath = NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  return [...onPath, ...PLACES].find((file) => {
    try {
      accessSync(file, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/**
 * A font with Japanese letters, or pictures show boxes: installs Debian's where we may, else answers `{ problem }`.
 */
export async function ensureFonts() {
  const { output } = await run('fc-list', [':lang=ja', 'family']);
  if (output.trim() !== '' && !output.includes('ENOENT')) return {};
  if (!mayInstall()) return { problem: `Japanese pictures need a font with its letters, such as Debian's ${FONTS}.` };
  return aptInstall(FONTS);
}

async function install() {
  const { problem } = await aptInstall(HEADLESS, FONTS);
  if (problem) return { problem };
  const found = findChromium();
  return found ? { path: found } : { problem: 'Chromium was installed and yet is not on the PATH: set CHROMIUM_PATH.' };
}
