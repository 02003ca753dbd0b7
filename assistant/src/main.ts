/** `npm run assistant [-- <command>]`: the trust assistant of the person who calls it; {@link COMMANDS} are all. */
import { homedir } from 'node:os';
import { LAUNCH_SCHEME } from '@signet/contract/assistant/launch';
import { activityLog } from './activity-log.ts';
import { systemClock } from './clock.ts';
import { launcherOf, type Launcher } from './installation/launcher.ts';
import { register, unregister } from './installation/register.ts';
import { openProviders } from './key-stores/pkcs11/providers.ts';
import { PIN_COST } from './key-stores/software/software-store.ts';
import { dialogsOf } from './prompt/dialogs.ts';
import { noPrompt, type Prompt } from './prompt/prompt.ts';
import { terminalPrompt } from './prompt/terminal-prompt.ts';
import { windowPrompt } from './prompt/window-prompt.ts';
import { PATIENCE } from './sessions/work.ts';
import { dataFolder, hasDesktop, isThere, readSettings, type Settings } from './settings.ts';
import { siteStore } from './sites/site-store.ts';
import { startAssistant } from './start.ts';
import { VERSION } from './version.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

type Asking = { prompt: Prompt; where: string; close(): void };

/** In the terminal where there is one, since whoever started it there looks there; else in a window. */
function askingOf(interrupt: () => void): Asking {
  const { stdin, stdout } = process;
  if (stdin.isTTY && stdout.isTTY) {
    const prompt = terminalPrompt(stdin, stdout, interrupt);
    return { prompt, where: 'It asks here. Ctrl-C ends it.', close: () => prompt.close() };
  }
  const dialog = hasDesktop() ? dialogsOf(process.platform).find(({ program }) => isThere(program)) : undefined;
  if (dialog) return { prompt: windowPrompt(dialog), where: 'It asks in a window.', close: () => undefined };
  const where = 'It has no terminal and no window: approved sites are served, no new ones asked for.';
  return { prompt: noPrompt, where, close: () => undefined };
}

async function run(settings: Settings): Promise<void> {
  const asking = askingOf(() => end());
  const parts = { prompt: asking.prompt, clock: systemClock, patience: PATIENCE, pinCost: PIN_COST };
  const assistant = await startAssistant(settings, parts).catch((error: unknown) => {
    asking.close();
    throw error;
  });
  function end(): void {
    asking.close();
    void assistant.close().then(() => process.exit(0));
  }
  process.on('SIGINT', end).on('SIGTERM', end);
  say(`The trust assistant answers at http://127.0.0.1:${assistant.port}. What it keeps is in ${settings.folder}.`);
  say(asking.where);
}

/** By an address that a page has opened. What stands in it is not looked at: any page may open one. */
async function open(settings: Settings): Promise<void> {
  await run(settings).catch((error: unknown) => {
    if (!isPortTaken(error)) throw error;
    say('It runs already.');
  });
}

function listSites({ folder }: Settings): void {
  const sites = siteStore(folder, systemClock).list();
  for (const { id, origin, approved_at } of sites) say(`${approved_at}  ${id}  ${origin}`);
  if (sites.length === 0) say('No site is approved.');
}

function forget({ folder }: Settings, which: string): void {
  const gone = siteStore(folder, systemClock).forget(which);
  for (const { id, origin } of gone) say(`Forgotten: ${id}  ${origin}`);
  if (gone.length === 0) throw new Error(`No approved site has the address or id "${which}".`);
}

function listProviders({ folder }: Settings): void {
  const providers = openProviders(folder, systemClock).list();
  for (const { name, file, registered_at, origin } of providers) say(`${registered_at}  ${name}  ${file}  (${origin})`);
  if (providers.length === 0) say('No provider is registered.');
}

function forgetProvider({ folder }: Settings, file: string): void {
  if (openProviders(folder, systemClock).forget(file).length === 0)
    throw new Error(`No provider of the file "${file}" is registered.`);
  say(`Forgotten: ${file}`);
}

/** The program and its file, as it runs now: an assistant that moves has to be registered again. */
function launcher(): Launcher {
  const command = [process.execPath, ...process.argv.slice(1, 2)];
  return launcherOf(process.platform, { command, home: homedir(), data: dataFolder() });
}

const COMMANDS: Record<string, (settings: Settings, argument: string) => void | Promise<void>> = {
  run,
  open,
  sites: listSites,
  forget,
  providers: listProviders,
  'forget-provider': forgetProvider,
  log: ({ folder }) => void process.stdout.write(activityLog(folder, systemClock).read()),
  async register() {
    await register(launcher());
    say(`Addresses of ${LAUNCH_SCHEME}: open the trust assistant now.`);
  },
  async unregister() {
    await unregister(launcher());
    say(`Addresses of ${LAUNCH_SCHEME}: open nothing any more.`);
  },
  version: () => say(VERSION),
};

async function main([name = 'run', argument = '']: string[]): Promise<void> {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) throw new Error(`Unknown command "${name}"; there are ${Object.keys(COMMANDS).join(', ')}.`);
  await command(readSettings(), argument);
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${sentenceOf(error)}\n`);
  process.exitCode = 1;
});

const isPortTaken = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';

function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (isPortTaken(error)) return 'The port is taken: another assistant is running, or another program listens there.';
  return error.message;
}
