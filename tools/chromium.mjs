import { accessSync, constants, existsSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { run } from './child.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  String.raw`C:\Program Files\Google\Chrome\Application\chrome.exe`,
  String.raw`C:\Program Files (x86)\Google\Chrome\Application\chrome.exe`,
];

/**
 * The browser for the tests: `{ path }` of the one there is, installing Debian's where we may, else `{ problem }`,
 * a sentence that says what to do.
 */
export async function ensureChromium() {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen)
    return existsSync(chosen) ? { path: chosen } : { problem: `CHROMIUM_PATH names ${chosen}, which does not exist.` };
  const found = findChromium();
  if (found) return { path: found };
  if (!existsSync('/etc/debian_version') || process.getuid?.() !== 0) {
    return {
      problem:
        'The browser tests need Chromium: install it (Debian and Ubuntu: sudo apt-get install chromium), ' +
        'or set CHROMIUM_PATH to a Chromium or Chrome.',
    };
  }
  return install();
}

function findChromium() {
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

async function install() {
  process.stdout.write("Installing Debian's chromium (once; a minute or two)\n");
  const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, still: 'Still installing chromium' };
  for (const args of [
    ['update', '-q'],
    ['install', '-qy', '--no-install-recommends', 'chromium'],
  ]) {
    const { code, output } = await run('apt-get', args, options);
    if (code !== 0)
      return {
        problem: `Chromium could not be installed (apt-get ${args[0]}): ${output.trimEnd().split('\n').at(-1)}`,
      };
  }
  const found = findChromium();
  return found ? { path: found } : { problem: 'Chromium was installed and yet is not on the PATH: set CHROMIUM_PATH.' };
}
