/** What registering tells the system, proved by the system's own programs where they run here. */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findPython } from '../../../tools/debian.mjs';
import { launcherOf } from './launcher.ts';

const run = promisify(execFile);
const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));
const LIMIT = { timeout: 60_000 };
let folder = '';
beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'signet-launch-'))));
afterEach(() => rmSync(folder, { recursive: true }));

const environment = () => ({
  ...process.env,
  HOME: folder,
  XDG_DATA_HOME: path.join(folder, 'data'),
  XDG_CONFIG_HOME: path.join(folder, 'config'),
  XDG_DATA_DIRS: path.join(folder, 'none'),
  XDG_CURRENT_DESKTOP: '',
  LC_ALL: 'C',
});
const assistant = (...args: string[]) => run(process.execPath, [MAIN, ...args], { env: environment() });
const handler = async (): Promise<string> =>
  (await run('xdg-mime', ['query', 'default', 'x-scheme-handler/signet-assistant'], { env: environment() })).stdout;

/** A program that writes its arguments down; its name has what names on a disk may have. */
function witness(): { command: string[]; seen: () => string[] } {
  const file = path.join(folder, `it's "100%" $HOME \`.mjs`);
  const note = path.join(folder, 'seen.json');
  writeFileSync(
    file,
    `import { writeFileSync } from 'node:fs';
     writeFileSync(${JSON.stringify(note)}, JSON.stringify(process.argv.slice(2)));`,
  );
  return { command: [process.execPath, file], seen: () => JSON.parse(readFileSync(note, 'utf8')) };
}

test('[S-393] on a Linux desktop the scheme opens the assistant, until that is taken back', LIMIT, async () => {
  mkdirSync(environment().XDG_CONFIG_HOME, { recursive: true });
  expect((await assistant('register')).stdout).toContain('signet-assistant: open Trust Assistant now');
  expect(await handler()).toBe('signet-assistant.desktop\n');
  const file = path.join(folder, 'data/applications/signet-assistant.desktop');
  await run('desktop-file-validate', [file]);
  const entry = readFileSync(file, 'utf8');
  expect(entry).toContain(`"${MAIN}" open %u`);
  expect(entry).toContain('\nName=Signet Trust Assistant\nName[de]=Signet Trust Assistant\n');
  expect(entry).toContain('\nComment=Keeps keys on this computer and uses them for approved sites\n');
  expect(entry).toContain('\nComment[de]=Bewahrt Schlüssel auf diesem Computer auf');
  expect(entry).toContain('\nComment[ja]=このコンピューターで鍵を保管し');

  expect((await assistant('unregister')).stdout).toContain('open nothing any more');
  expect(existsSync(file)).toBe(false);
  expect(await handler()).not.toContain('signet-assistant.desktop');
});

test('an entry starts a program of any name, with the address', LIMIT, async () => {
  const { command, seen } = witness();
  const [entry] = launcherOf('linux', { command, home: folder, data: path.join(folder, 'data') }).files;
  if (!entry) throw new Error('There is no entry.');
  mkdirSync(path.dirname(entry.path), { recursive: true });
  writeFileSync(entry.path, entry.content);
  await run('desktop-file-validate', [entry.path]);
  await run('gio', ['launch', entry.path, 'signet-assistant:start'], { env: environment() });
  await expect.poll(() => existsSync(path.join(folder, 'seen.json'))).toBe(true);
  expect(seen()).toEqual(['open', 'signet-assistant:start']);
});

test('a bundle for macOS names the scheme, and its script starts a program of any name', LIMIT, async () => {
  const { command, seen } = witness();
  const { files, register } = launcherOf('darwin', { command, home: folder, data: folder });
  for (const { path: file, content, mode } of files) {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, content, { mode });
  }
  const [plist, script] = files;
  const python = (await findPython()) ?? 'python3';
  const read = 'import json,plistlib,sys; print(json.dumps(plistlib.load(open(sys.argv[1], "rb"))))';
  const { stdout } = await run(python, ['-c', read, plist?.path ?? '']);
  expect(JSON.parse(stdout)).toMatchObject({
    CFBundleExecutable: path.basename(script?.path ?? ''),
    CFBundleURLTypes: [{ CFBundleURLSchemes: ['signet-assistant'] }],
    LSUIElement: true,
  });
  await run(script?.path ?? '', []);
  expect(seen()).toEqual(['open']);
  expect(register.map(({ args }) => args)).toEqual([
    ['-f', path.join(folder, 'Applications/Signet Trust Assistant.app')],
  ]);
});

test('for Windows it is a key of the person’s own, and goes as a whole', () => {
  const command = [String.raw`C:\Program Files\node.exe`, String.raw`C:\signet\main.js`];
  const { files, register, unregister } = launcherOf('win32', { command, home: '', data: '' });
  const key = String.raw`HKCU\Software\Classes\signet-assistant`;
  const line = String.raw`"C:\Program Files\node.exe" "C:\signet\main.js"`;
  expect(files).toEqual([]);
  expect(register.map(({ program, args }) => [program, ...args])).toEqual([
    ['reg', 'add', key, '/ve', '/d', 'URL:Signet Trust Assistant', '/f'],
    ['reg', 'add', key, '/v', 'URL Protocol', '/d', '', '/f'],
    ['reg', 'add', `${key}\\shell\\open\\command`, '/ve', '/d', `${line} open "%1"`, '/f'],
  ]);
  expect(unregister.map(({ args }) => args)).toEqual([['delete', key, '/f']]);
});
