/** A running assistant on a folder of its own, with a person at its terminal and a clock to move. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DEFAULT_LOCALE, type Locale } from '@signet/contract/locales';
import { activityLog } from '../activity-log.ts';
import type { ModuleKind } from '../key-stores/pkcs11/modules.ts';
import type { ModuleLimits } from '../key-stores/pkcs11/one-module.ts';
import { siteStore } from '../sites/site-store.ts';
import { PATIENCE, type Patience } from '../sessions/work.ts';
import { startAssistant } from '../start.ts';
import { speakerOf } from '../texts/speaker.ts';
import { movableClock } from './clock.ts';
import { openPage, type KeptPairing } from './page.ts';
import { personAtTerminal } from './person.ts';

export const CONSOLE = 'https://console.example';
/** The least that scrypt may cost: the tests try many PINs. */
const QUICK = 1_024;

export const OTHER = 'https://other.example';

type Parts = {
  patience?: Patience;
  /** None unless the test names them: what happens to be on the machine must not decide it. */
  kinds?: ModuleKind[];
  environment?: NodeJS.ProcessEnv;
  limits?: Partial<ModuleLimits>;
  /** Of the person. */
  locale?: Locale;
};

export async function runAssistant({
  patience = PATIENCE,
  kinds = [],
  environment = {},
  limits = {},
  locale = DEFAULT_LOCALE,
}: Parts = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), 'signet-assistant-'));
  const clock = movableClock();
  const speak = speakerOf(locale);
  const person = personAtTerminal(speak);
  const start = () =>
    startAssistant(
      { port: 0, folder, isSoftwareEnabled: true, modules: { kinds, environment, areOn: kinds.length > 0 } },
      { prompt: person.prompt, speak, program: 'signet-assistant', clock, patience, pinCost: QUICK, limits },
    );
  let running = await start();
  return {
    folder,
    clock,
    person,
    sites: siteStore(folder, clock),
    log: (): Record<string, string>[] =>
      activityLog(folder, clock)
        .read()
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line)),
    port: (): number => running.port,
    isQuiet: (): boolean => running.isQuiet(),
    open: (origin = CONSOLE, kept: KeptPairing | null = null) => openPage(running.port, origin, kept),
    /** A page that the person has approved: its session is initialized. */
    async approved(origin = CONSOLE) {
      const page = await openPage(running.port, origin, null);
      const begun = page.initialize();
      await person.answers(speak('assistantProgram.pairing.asks', { origin }), await page.number());
      const { pairing } = await begun;
      return { page, kept: { id: String(pairing), key: await page.pairingKey() } };
    },
    async restart(): Promise<void> {
      await running.close();
      running = await start();
    },
    async close(): Promise<void> {
      await running.close();
      rmSync(folder, { recursive: true });
    },
  };
}
export type RunningAssistant = Awaited<ReturnType<typeof runAssistant>>;
