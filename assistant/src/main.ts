/** `npm run assistant [-- <command>]`: the trust assistant of the person who calls it; `help` tells of all. */
import { homedir } from 'node:os';
import { LAUNCH_SCHEME } from '@signet/contract/assistant/launch';
import { activityLog } from './activity-log.ts';
import { systemClock } from './clock.ts';
import { helpOn } from './help.ts';
import { launcherOf, type Launcher } from './installation/launcher.ts';
import { register, unregister } from './installation/register.ts';
import { onReplaced } from './installation/replaced.ts';
import { openProviders } from './key-stores/pkcs11/providers.ts';
import { UnreadableFile } from './key-stores/stored-file.ts';
import { PIN_COST } from './key-stores/software/software-store.ts';
import { dialogsOf } from './prompt/dialogs.ts';
import { noPrompt, type Prompt } from './prompt/prompt.ts';
import { terminalPrompt } from './prompt/terminal-prompt.ts';
import { windowPrompt } from './prompt/window-prompt.ts';
import { PATIENCE } from './sessions/work.ts';
import { dataFolder, hasDesktop, isThere, readLocale, readSettings, type Settings } from './settings.ts';
import { siteStore } from './sites/site-store.ts';
import { startAssistant } from './start.ts';
import { Failure, speakerOf, type TextsOf } from './texts/speaker.ts';
import { VERSION } from './version.ts';

// Who reads along may have seen enough: `signet-assistant log | head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const speak = speakerOf(readLocale());
/** By a package; else it runs from the source. */
const IS_INSTALLED = !import.meta.url.endsWith('/main.ts');
/** How it is called in a terminal. */
const PROGRAM = IS_INSTALLED ? 'signet-assistant' : 'npm run assistant --';

type Asking = { prompt: Prompt; where: 'terminal' | 'window' | 'nobody'; close(): void };

/** In the terminal where there is one, since whoever started it there looks there; else in a window. */
function askingOf(interrupt: () => void): Asking {
  const { stdin, stdout } = process;
  if (stdin.isTTY && stdout.isTTY) {
    const prompt = terminalPrompt({ input: stdin, output: stdout, speak, interrupt });
    return { prompt, where: 'terminal', close: () => prompt.close() };
  }
  const dialog = hasDesktop() ? dialogsOf(process.platform, speak).find(({ program }) => isThere(program)) : undefined;
  if (dialog) return { prompt: windowPrompt(dialog), where: 'window', close: () => undefined };
  return { prompt: noPrompt, where: 'nobody', close: () => undefined };
}

async function run(settings: Settings): Promise<void> {
  const asking = askingOf(() => end());
  const { prompt, where } = asking;
  const parts = { prompt, speak, program: PROGRAM, clock: systemClock, patience: PATIENCE, pinCost: PIN_COST };
  const assistant = await startAssistant(settings, parts).catch((error: unknown) => {
    asking.close();
    throw error;
  });
  function end(): void {
    asking.close();
    void assistant.close().then(() => process.exit(0));
  }
  process.on('SIGINT', end).on('SIGTERM', end);
  // An assistant that a page has started has no terminal in which somebody could end it: it would answer in place of
  // the new one until its person signs out, and pages would go on saying that it is outdated.
  const onUpdate: Record<typeof where, () => void> = {
    window: end,
    terminal: () => prompt.tell([speak('assistantProgram.replaced')]),
    nobody: () => undefined,
  };
  if (IS_INSTALLED) onReplaced(import.meta.filename, () => assistant.isQuiet(), onUpdate[where]);
  say(
    speak('assistantProgram.start.answers', { address: `http://127.0.0.1:${assistant.port}`, folder: settings.folder }),
  );
  say(speak(`assistantProgram.start.${where}`));
}

/** By an address that a page has opened. What stands in it is not looked at: any page may open one. */
async function open(settings: Settings): Promise<void> {
  await run(settings).catch((error: unknown) => {
    if (!isPortTaken(error)) throw error;
    say(speak('assistantProgram.start.already'));
  });
}

function listSites({ folder }: Settings): void {
  const sites = siteStore(folder, systemClock).list();
  for (const { id, origin, approved_at } of sites) say(`${approved_at}  ${id}  ${origin}`);
  if (sites.length === 0) say(speak('assistantProgram.sites.none'));
}

function forget({ folder }: Settings, which: string): void {
  const gone = siteStore(folder, systemClock).forget(which);
  for (const { id, origin } of gone) say(speak('assistantProgram.forgotten', { what: `${id}  ${origin}` }));
  if (gone.length === 0) throw new Failure('assistantProgram.failure.site', { which });
}

function listProviders({ folder }: Settings): void {
  const providers = openProviders(folder, systemClock).list();
  for (const { name, file, registered_at, origin } of providers) say(`${registered_at}  ${name}  ${file}  (${origin})`);
  if (providers.length === 0) say(speak('assistantProgram.providers.none'));
}

function forgetProvider({ folder }: Settings, file: string): void {
  if (openProviders(folder, systemClock).forget(file).length === 0)
    throw new Failure('assistantProgram.failure.provider', { file });
  say(speak('assistantProgram.forgotten', { what: file }));
}

/** The program and its file, as it runs now: an assistant that moves has to be registered again. */
function launcher(): Launcher {
  const command = [process.execPath, ...process.argv.slice(1, 2)];
  return launcherOf(process.platform, { command, home: homedir(), data: dataFolder() });
}

type Command = (settings: Settings, argument: string) => void | Promise<void>;
const COMMANDS: Record<TextsOf<'assistantProgram.help.command'>, Command> = {
  run,
  open,
  sites: listSites,
  forget,
  providers: listProviders,
  'forget-provider': forgetProvider,
  log: ({ folder }) => void process.stdout.write(activityLog(folder, systemClock).read()),
  async register() {
    await register(launcher());
    say(speak('assistantProgram.registered', { scheme: LAUNCH_SCHEME }));
  },
  async unregister() {
    await unregister(launcher());
    say(speak('assistantProgram.unregistered', { scheme: LAUNCH_SCHEME }));
  },
  version: () => say(VERSION),
  help: () => say(helpOn(PROGRAM, speak).join('\n')),
};

/** By its name, or as an option where other programs have one: `--help`, `--version`, and `-h`. */
const nameOf = (word: string): string => (word === '-h' ? 'help' : word.replace(/^--/, ''));

async function main([word = 'run', argument = '']: string[]): Promise<void> {
  const name = nameOf(word);
  const [, command] = Object.entries(COMMANDS).find(([one]) => one === name) ?? [];
  if (!command) throw new Failure('assistantProgram.failure.command', { name: word, help: `${PROGRAM} help` });
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
  if (error instanceof Failure) return speak(error.text, error.values);
  if (error instanceof UnreadableFile)
    return speak('assistantProgram.failure.unreadable', { file: error.file, reason: error.reason });
  return isPortTaken(error) ? speak('assistantProgram.failure.portTaken') : error.message;
}
