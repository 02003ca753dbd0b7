/** Puts the assistant together: folder → sites and key stores → commands → sessions → door. */
import type { AddressInfo } from 'node:net';
import { activityLog } from './activity-log.ts';
import type { Clock } from './clock.ts';
import { pinAsker } from './commands/ask-pin.ts';
import { fileCommands } from './commands/file-commands.ts';
import { keyCommands } from './commands/key-commands.ts';
import { providerCommands } from './commands/provider-commands.ts';
import { runCommands } from './commands/run-command.ts';
import { sessionCommands } from './commands/session-commands.ts';
import { door } from './door/door.ts';
import type { ModuleLimits } from './key-stores/pkcs11/one-module.ts';
import { tokenStores } from './key-stores/pkcs11/token-stores.ts';
import { softwareStore } from './key-stores/software/software-store.ts';
import { ensurePrivateFolder } from './private-files.ts';
import type { Prompt } from './prompt/prompt.ts';
import { openSessions } from './sessions/sessions.ts';
import type { Patience } from './sessions/work.ts';
import type { Settings } from './settings.ts';
import { openPairing } from './sites/pairing.ts';
import { siteStore } from './sites/site-store.ts';
import type { Speak } from './texts/speaker.ts';

type Parts = {
  prompt: Prompt;
  /** In the language of the person. */
  speak: Speak;
  /** How they call the assistant in a terminal. */
  program: string;
  clock: Clock;
  patience: Patience;
  /** What scrypt costs for new PINs. */
  pinCost: number;
  /** How long modules may take, where other than those of one-module.ts. */
  limits?: Partial<ModuleLimits>;
};
/** `isQuiet`: no command is under way, so that nobody would lose an answer. */
export type Assistant = { port: number; isQuiet(): boolean; close(): Promise<void> };

/** Listens once it answers. Rejects with the system's error where the port is taken. */
export async function startAssistant(
  { port, folder, isSoftwareEnabled, modules }: Settings,
  { prompt, speak, program, clock, patience, pinCost, limits = {} }: Parts,
): Promise<Assistant> {
  ensurePrivateFolder(folder);
  const log = activityLog(folder, clock);
  const sites = siteStore(folder, clock);
  const pair = openPairing({ sites, prompt, clock, speak, program });
  const software = softwareStore({ folder, clock, cost: pinCost });
  const tokens = tokenStores(modules, { folder, clock, limits });
  const stores = [
    { store: software, isEnabled: isSoftwareEnabled },
    ...tokens.stores.map((store) => ({ store, isEnabled: true })),
  ];
  const askPin = pinAsker(prompt, speak);
  const commands = {
    ...sessionCommands({ sites, pair }),
    ...keyCommands(stores, askPin),
    ...providerCommands(tokens, askPin, speak),
    ...fileCommands(askPin),
  };
  const run = runCommands(commands, log);
  const sessions = openSessions({ sites, log, clock, patience, run });
  const server = door({ sessions, log, clock });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    // Never another address: nobody but this machine may ask.
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    port: portOf(server.address()),
    isQuiet: sessions.isQuiet,
    async close(): Promise<void> {
      sessions.endAll();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
      await Promise.all(stores.map(({ store }) => store.close()));
    },
  };
}

const portOf = (address: AddressInfo | string | null): number =>
  typeof address === 'object' && address !== null ? address.port : 0;
