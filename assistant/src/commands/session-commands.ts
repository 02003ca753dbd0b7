/** The commands on the session itself: initialize and service. */
import { COMMAND_SCHEMAS, type CommandOutput } from '@signet/contract/assistant/commands';
import { isCommittedTo } from '@signet/contract/assistant/channel';
import { fromBase64 } from '@signet/contract/assistant/octets';
import { CommandRefusal } from '../refusal.ts';
import type { Session } from '../sessions/session.ts';
import type { Pairing } from '../sites/pairing.ts';
import type { Site, SiteStore } from '../sites/site-store.ts';
import { CAPABILITY_VERSION, VERSION } from '../version.ts';
import { runner } from './runner.ts';

const PLATFORMS: Partial<Record<NodeJS.Platform, 'linux' | 'macos' | 'windows'>> = {
  linux: 'linux',
  darwin: 'macos',
  win32: 'windows',
};

export function sessionCommands({ sites, pair }: { sites: SiteStore; pair: Pairing }) {
  const siteOf = (session: Session): Site | null =>
    session.pairing === null ? null : sites.find(session.pairing, session.origin);

  async function askPerson(session: Session, nonce: ReturnType<typeof fromBase64>, signal: AbortSignal) {
    const { origin, channel } = session;
    const [number, key] = await Promise.all([channel.number(nonce), channel.pairingKey()]);
    const site = await pair({ origin, number, key }, signal);
    session.pairing = site.id;
    return site;
  }

  return {
    initialize: runner(COMMAND_SCHEMAS.initialize, async (session, input, signal) => {
      const nonce = fromBase64(globalThis, input.nonce);
      if (!(await isCommittedTo(globalThis, nonce, session.commitment))) throw new CommandRefusal('WRONG_COMMITMENT');
      const { id } = siteOf(session) ?? (await askPerson(session, nonce, signal));
      session.isInitialized = true;
      return { pairing: id, version: VERSION, capability_version: CAPABILITY_VERSION };
    }),
    service: runner(COMMAND_SCHEMAS.service, (session): CommandOutput<'service'> => {
      const site = siteOf(session);
      if (!site) throw new CommandRefusal('NOT_INITIALIZED');
      return {
        name: 'Signet trust assistant',
        version: VERSION,
        capability_version: CAPABILITY_VERSION,
        platform: PLATFORMS[process.platform] ?? 'other',
        commands: Object.keys(COMMAND_SCHEMAS),
        site: { origin: site.origin, approved_at: site.approved_at },
      };
    }),
  };
}
