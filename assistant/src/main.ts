/** `npm run assistant [-- sites | forget <site or id> | log]`: the trust assistant of the person who calls it. */
import { activityLog } from './activity-log.ts';
import { systemClock } from './clock.ts';
import { PIN_COST } from './key-stores/software/software-store.ts';
import { noPrompt, terminalPrompt } from './prompt/terminal-prompt.ts';
import { PATIENCE } from './sessions/work.ts';
import { readSettings, type Settings } from './settings.ts';
import { siteStore } from './sites/site-store.ts';
import { startAssistant } from './start.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

async function run(settings: Settings): Promise<void> {
  const { stdin, stdout } = process;
  const terminal = stdin.isTTY && stdout.isTTY ? terminalPrompt(stdin, stdout, () => end()) : null;
  const parts = { prompt: terminal ?? noPrompt, clock: systemClock, patience: PATIENCE, pinCost: PIN_COST };
  const assistant = await startAssistant(settings, parts).catch((error: unknown) => {
    terminal?.close();
    throw error;
  });
  function end(): void {
    terminal?.close();
    void assistant.close().then(() => process.exit(0));
  }
  process.on('SIGINT', end).on('SIGTERM', end);
  say(`The trust assistant answers at http://127.0.0.1:${assistant.port}. What it keeps is in ${settings.folder}.`);
  say(
    terminal
      ? 'It asks here. Ctrl-C ends it.'
      : 'It has no terminal: approved sites are served, no new ones asked for.',
  );
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

async function main([command, which = '']: string[]): Promise<void> {
  const settings = readSettings();
  if (command === undefined) return run(settings);
  if (command === 'sites') return listSites(settings);
  if (command === 'forget') return forget(settings, which);
  if (command !== 'log') throw new Error(`Unknown command "${command}"; there are sites, forget and log.`);
  process.stdout.write(activityLog(settings.folder, systemClock).read());
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${sentenceOf(error)}\n`);
  process.exitCode = 1;
});

function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ('code' in error && error.code === 'EADDRINUSE')
    return 'The port is taken: another assistant is running, or another program listens there.';
  return error.message;
}
