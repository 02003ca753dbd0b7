/**
 * The other end of the channel, for what no real assistant can be made to say: a slow token, a code of PKCS #11 of
 * which the hardware is not there, a type of key store that is not plugged in. The channel is the contract's own.
 */
import { answerHandshake, type Channel } from '@signet/contract/assistant/channel';
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
  /** What is wrong, by field. */
  readonly fields: Record<string, string>;
  constructor(status: string, fields: Record<string, string> = {}) {
    super(status);
    this.status = status;
    this.fields = fields;
  }
}
export const refuses =
  (status: string, fields: Record<string, string> = {}): (() => never) =>
  () => {
    throw new Refusal(status, fields);
  };

const SERVICE = {
  name: 'Signet trust assistant',
  version: '4.0.0',
  platform: 'linux',
  site: { origin: 'https://console.example', approved_at: '2026-11-23T00:00:00.000Z' },
};

/** `said`: the commands that came, in their order. */
export function assistantEnd({
  origin,
  replies,
  version = '4.0.0',
  capability = '1.1.4',
}: {
  origin: string;
  replies: Replies;
  version?: string;
  capability?: string;
}): { network: Network; said: Said[] } {
  const said: Said[] = [];
  const sessions = new Map<string, Channel>();
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
      return { output: await reply(input) };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { error: { status: error.status, message: '', fields: error.fields } };
    }
  }
  async function shakeHands(body: unknown) {
    const { public_key: pageKey, commitment } = handshakeRequest.parse(body);
    const opening = {
      pageKey: fromBase64(globalThis, pageKey),
      commitment: fromBase64(globalThis, commitment),
    };
    const { answer, channel } = await answerHandshake(globalThis, origin, opening, null);
    const session = toBase64(globalThis, answer.session);
    sessions.set(session, channel);
    return {
      channel_version: 1,
      session,
      public_key: toBase64(globalThis, answer.assistantKey),
      nonce: toBase64(globalThis, answer.assistantNonce),
    };
  }
  async function take(body: unknown) {
    const { session, counter, message } = requestBody.parse(body);
    const channel = sessions.get(session);
    if (!channel) throw new Error('No such session.');
    const opened = new TextDecoder().decode(await channel.open(counter, fromBase64(globalThis, message)));
    const asked = commandMessage.parse(JSON.parse(opened));
    const answer = 'command' in asked ? await answerTo(asked.command, asked.input) : null;
    const sealed = await channel.seal(counter, new TextEncoder().encode(JSON.stringify(answer)));
    return { counter, message: toBase64(globalThis, sealed) };
  }
  const network: Network = async (address, { body }) => {
    if (address.endsWith('/hello'))
      return Response.json({ version, capability_version: capability, channel_version: 1 });
    const content: unknown = JSON.parse(typeof body === 'string' ? body : '');
    return Response.json(await (address.endsWith('/handshake') ? shakeHands(content) : take(content)));
  };
  return { network, said };
}
