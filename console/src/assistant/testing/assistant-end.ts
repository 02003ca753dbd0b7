/**
 * The other end of the channel, for what no real assistant can be made to say: a slow token, a code of PKCS #11 of
 * which the hardware is not there, a type of key store that is not plugged in. The channel is the contract's own.
 */
import { answerHandshake, type Channel } from '@signet/contract/assistant/channel';
import { COMMAND_SCHEMAS } from '@signet/contract/assistant/commands';
import { fromBase64, toBase64 } from '@signet/contract/assistant/octets';
import { commandMessage, handshakeRequest, requestBody, type CommandAnswer } from '@signet/contract/assistant/wire';
import type { Network } from './surroundings.ts';

const PAIRING = '4be0643f-1d98-473b-97cd-ca98a65347dd';

export type Said = { command: string; input: Record<string, unknown> };
type Answer = Record<string, unknown> | Promise<Record<string, unknown>>;
/** What it answers to a command; undefined for one that it does not have. Throw {@link refusal} to refuse. */
export type Replies = Record<string, (input: Record<string, unknown>) => Answer>;

export class Refusal extends Error {
  readonly status: string;
  readonly fields: Record<string, string> | undefined;
  constructor(status: string, fields?: Record<string, string>) {
    super(status);
    this.status = status;
    this.fields = fields;
  }
}
export const refuses =
  (status: string, fields?: Record<string, string>): (() => never) =>
  () => {
    throw new Refusal(status, fields);
  };

/** A reply for a command that waits for the person: the page has to ask how it went. */
export const WAITS = { waits: true };
const TICKET = '9a3c2b7e-5d41-4c0f-8f6a-1b2e3d4c5f60';

const SERVICE = {
  name: 'Signet trust assistant',
  version: '4.0.0',
  platform: 'linux',
  site: { origin: 'https://console.example', approved_at: '2026-11-23T00:00:00.000Z' },
};

/**
 * `said`: the commands that came, in their order. `forget`: it knows none of its sessions any more, as after a start
 * anew. `claims`: it names a pairing of which it has no key, in every handshake.
 */
export function assistantEnd({
  origin,
  replies,
  version = '4.0.0',
  capability = '1.1.4',
  claims,
}: {
  origin: string;
  replies: Replies;
  version?: string;
  capability?: string;
  claims?: string;
}): { network: Network; said: Said[]; forget: () => void } {
  const said: Said[] = [];
  const sessions = new Map<string, { channel: Channel; isKnown: boolean }>();
  /** The keys of pairings by their ids. */
  const pairings = new Map(claims === undefined ? [] : [[claims, new Uint8Array(32)]]);
  const all: Replies = {
    initialize: () => ({ pairing: PAIRING, version, capability_version: capability }),
    service: () => ({ ...SERVICE, version, capability_version: capability, commands: Object.keys(all) }),
    ...replies,
  };

  async function answerTo(command: string, input: Record<string, unknown>): Promise<CommandAnswer> {
    said.push({ command, input });
    try {
      const reply = all[command];
      if (!reply) throw new Refusal('UNKNOWN_COMMAND');
      const output = await reply(input);
      return output === WAITS ? { waiting: { ticket: TICKET } } : { output };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { status, fields } = error;
      return { error: { status, message: '', ...(fields && { fields }) } };
    }
  }
  async function shakeHands(body: unknown) {
    const { public_key: pageKey, commitment, pairing: sent } = handshakeRequest.parse(body);
    const id = claims ?? sent ?? '';
    const key = pairings.get(id);
    const opening = {
      pageKey: fromBase64(globalThis, pageKey),
      commitment: fromBase64(globalThis, commitment),
    };
    const { answer, channel } = await answerHandshake(globalThis, origin, opening, key ? { id, key } : null);
    const session = toBase64(globalThis, answer.session);
    sessions.set(session, { channel, isKnown: key !== undefined });
    return {
      channel_version: 1,
      session,
      public_key: toBase64(globalThis, answer.assistantKey),
      nonce: toBase64(globalThis, answer.assistantNonce),
      ...(key && { pairing: id }),
    };
  }
  async function take(body: unknown) {
    const { session, counter, message } = requestBody.parse(body);
    const met = sessions.get(session);
    if (!met) return null;
    const { channel, isKnown } = met;
    const opened = new TextDecoder().decode(await channel.open(counter, fromBase64(globalThis, message)));
    const asked = commandMessage.parse(JSON.parse(opened));
    const answer = 'command' in asked ? await answerTo(asked.command, asked.input) : null;
    if (!isKnown && 'command' in asked && asked.command === 'initialize' && answer && 'output' in answer) {
      const begun = COMMAND_SCHEMAS.initialize.output.safeParse(answer.output);
      if (begun.success) pairings.set(begun.data.pairing, await channel.pairingKey());
    }
    const sealed = await channel.seal(counter, new TextEncoder().encode(JSON.stringify(answer)));
    return { counter, message: toBase64(globalThis, sealed) };
  }
  const network: Network = async (address, { body }) => {
    if (address.endsWith('/hello'))
      return Response.json({ version, capability_version: capability, channel_version: 1 });
    const content: unknown = JSON.parse(typeof body === 'string' ? body : '');
    if (address.endsWith('/handshake')) return Response.json(await shakeHands(content));
    const answer = await take(content);
    return answer
      ? Response.json(answer)
      : Response.json({ error: { status: 'UNKNOWN_SESSION', message: '' } }, { status: 401 });
  };
  return { network, said, forget: () => sessions.clear() };
}
