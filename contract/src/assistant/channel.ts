/** The channel between a page and the assistant, both ends of it: handshake, then messages that are counted. */
import {
  agree,
  CHANNEL_LABEL,
  ChannelFault,
  commitmentTo,
  newKeyPair,
  NONCE_BYTES,
  pairingNumber,
  SESSION_BYTES,
  type Derive,
  type Handshake,
  type KeyPair,
} from './channel-keys.ts';
import { concat, uint64 } from './octets.ts';
import type { Bytes, PlatformKey, WebPlatform } from './web-platform.ts';

export const IV_BYTES = 16;
const TAG_BYTES = 16;
const TO_ASSISTANT = 1;
const TO_PAGE = 2;

/** One end of a session. */
export type Channel = {
  session: Bytes;
  /** Encrypts the message of this counter: IV, ciphertext and tag in one piece. */
  seal(counter: number, content: Bytes): Promise<Bytes>;
  /** Throws {@link ChannelFault} for a message that the other end did not seal with this counter in this session. */
  open(counter: number, message: Bytes): Promise<Bytes>;
  /** What both ends keep once they are paired, 32 octets. */
  pairingKey(): Promise<Bytes>;
  /** The six digits of a pairing. */
  number(pageNonce: Bytes): Promise<string>;
};

/** What is known of a pairing: its id, and the key that both ends have kept. */
export type Pairing = { id: string; key: Bytes };

const random = ({ crypto }: WebPlatform, length: number): Bytes => crypto.getRandomValues(new Uint8Array(length));

async function channelOf(platform: WebPlatform, derive: Derive, session: Bytes, end: 'page' | 'assistant') {
  const { subtle } = platform.crypto;
  const keyFor = async (purpose: string, usage: 'encrypt' | 'decrypt'): Promise<PlatformKey> =>
    subtle.importKey('raw', await derive(purpose), { name: 'AES-GCM' }, false, [usage]);
  const [toAssistant, toPage] =
    end === 'page'
      ? await Promise.all([keyFor('page to assistant', 'encrypt'), keyFor('assistant to page', 'decrypt')])
      : await Promise.all([keyFor('page to assistant', 'decrypt'), keyFor('assistant to page', 'encrypt')]);
  const out = end === 'page' ? { key: toAssistant, way: TO_ASSISTANT } : { key: toPage, way: TO_PAGE };
  const back = end === 'page' ? { key: toPage, way: TO_PAGE } : { key: toAssistant, way: TO_ASSISTANT };
  const label = new platform.TextEncoder().encode(CHANNEL_LABEL);
  const gcm = (iv: Bytes, way: number, counter: number) => {
    const additionalData = concat(label, Uint8Array.of(way), session, uint64(counter));
    return { name: 'AES-GCM', iv, additionalData, tagLength: 128 } as const;
  };
  const channel: Channel = {
    session,
    async seal(counter, content) {
      const iv = random(platform, IV_BYTES);
      return concat(iv, new Uint8Array(await subtle.encrypt(gcm(iv, out.way, counter), out.key, content)));
    },
    async open(counter, message) {
      if (message.length < IV_BYTES + TAG_BYTES) throw new ChannelFault('The message is cut off.');
      const iv = message.slice(0, IV_BYTES);
      const opened = subtle.decrypt(gcm(iv, back.way, counter), back.key, message.slice(IV_BYTES));
      return new Uint8Array(
        await opened.catch(() => {
          throw new ChannelFault('The message was not sealed for this session and counter.');
        }),
      );
    },
    pairingKey: () => derive('pairing'),
    number: (pageNonce) => pairingNumber(derive, pageNonce),
  };
  return channel;
}

/** What the page says first. */
export type Opening = { pageKey: Bytes; commitment: Bytes };
/** What the assistant answers; `pairing` is the id that was sent where it knows it, else empty. */
export type Answer = { session: Bytes; assistantKey: Bytes; assistantNonce: Bytes; pairing: string };

/**
 * Begins at the page, whose origin this is. `finish` takes the answer and gives the channel; it throws
 * {@link ChannelFault} for a key that is none, and for a pairing that was not sent: whoever names one without its key
 * would be taken for an assistant that the person has approved. `nonce` is sent with the first message.
 */
export async function beginHandshake(platform: WebPlatform, origin: string, pairing: Pairing | null, own?: KeyPair) {
  const { point: pageKey, privateKey } = own ?? (await newKeyPair(platform));
  const nonce = random(platform, NONCE_BYTES);
  const commitment = await commitmentTo(platform, nonce);
  const opening: Opening = { pageKey, commitment };
  return {
    opening,
    nonce,
    async finish(answer: Answer): Promise<Channel> {
      const isKnown = answer.pairing !== '';
      if (isKnown && answer.pairing !== pairing?.id) throw new ChannelFault('The page has not sent this pairing.');
      const handshake: Handshake = { origin, pageKey, commitment, ...answer };
      const known = isKnown && pairing ? pairing.key : null;
      const derive = await agree(platform, privateKey, answer.assistantKey, handshake, known);
      return channelOf(platform, derive, answer.session, 'page');
    },
  };
}

/**
 * Answers at the assistant. `origin` is what the browser says, never what the page says. Throws {@link ChannelFault}
 * for a key that is none.
 */
export async function answerHandshake(
  platform: WebPlatform,
  origin: string,
  opening: Opening,
  pairing: Pairing | null,
  own?: KeyPair,
): Promise<{ answer: Answer; channel: Channel }> {
  const { point: assistantKey, privateKey } = own ?? (await newKeyPair(platform));
  const session = random(platform, SESSION_BYTES);
  const answer = { session, assistantKey, assistantNonce: random(platform, NONCE_BYTES), pairing: pairing?.id ?? '' };
  const handshake: Handshake = { origin, ...opening, ...answer };
  const derive = await agree(platform, privateKey, opening.pageKey, handshake, pairing?.key ?? null);
  return { answer, channel: await channelOf(platform, derive, session, 'assistant') };
}

/** Whether the nonce is the one that the page was bound to. */
export async function isCommittedTo(platform: WebPlatform, nonce: Bytes, commitment: Bytes): Promise<boolean> {
  const expected = await commitmentTo(platform, nonce);
  return expected.every((octet, at) => octet === commitment[at]);
}
