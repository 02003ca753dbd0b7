/** What goes over the loopback connection in the open (S §7): hello, handshake, and the envelope of messages. */
import { z } from 'zod';
import { IV_BYTES } from './channel.ts';
import { NONCE_BYTES, POINT_BYTES, SESSION_BYTES } from './channel-keys.ts';

export const ASSISTANT_PORT = 8900;
export const CHANNEL_VERSION = 1;
/** Where the assistant is asked, below its origin. */
export const ASSISTANT_PATHS = {
  hello: '/api/v1/hello',
  handshake: '/api/v1/handshake',
  request: '/api/v1/request',
} as const;
/** The largest bodies, in octets. A request may carry a file of certificates (4 MB), in base64 twice. */
export const HANDSHAKE_BYTES = 4_096;
export const REQUEST_BYTES = 8_388_608;

/** So many octets in base64 with padding, written in its one form. */
const octets = (length: number) => {
  const digits = Math.ceil((length * 8) / 6);
  return z.base64().refine((text) => text.replace(/=+$/, '').length === digits && text.length % 4 === 0);
};
/** The key of the other side comes as it is, so that one of a wrong length is told apart from a broken body. */
const point = z.base64().max(Math.ceil((2 * POINT_BYTES) / 3) * 4);

/** What any page may learn that may ask at all: that the assistant is there, and whether it is new enough. */
export const hello = z.strictObject({
  /** Of the product, semver. */
  version: z.string(),
  /** Which commands it has: 1.1.1 to 1.1.5. */
  capability_version: z.string(),
  channel_version: z.number().int(),
});
export type Hello = z.output<typeof hello>;

export const handshakeRequest = z.strictObject({
  channel_version: z.number().int(),
  public_key: point,
  commitment: octets(NONCE_BYTES),
  /** The id that the page has kept of its pairing. */
  pairing: z.uuid().optional(),
});

export const handshakeAnswer = z.strictObject({
  channel_version: z.number().int(),
  session: octets(SESSION_BYTES),
  public_key: octets(POINT_BYTES),
  nonce: octets(NONCE_BYTES),
  /** The id that was sent, where the assistant knows it; else the person is asked. */
  pairing: z.uuid().optional(),
});

/** IV, ciphertext and tag, in base64. */
const message = z.base64().min(Math.ceil((IV_BYTES * 2) / 3) * 4);
const counter = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER);

export const requestBody = z.strictObject({ session: octets(SESSION_BYTES), counter, message });
/** The answer has the counter of its request. */
export const answerBody = z.strictObject({ counter, message });

/** A refusal in the open. */
export const doorProblem = z.strictObject({ error: z.strictObject({ status: z.string(), message: z.string() }) });

/** What a message holds: a command, or the ticket of one that the person is still being asked about. */
export const commandMessage = z.union([
  z.strictObject({ command: z.string().max(32), input: z.record(z.string(), z.unknown()).default({}) }),
  z.strictObject({ ticket: z.uuid() }),
]);

/** `waiting`: ask again with the ticket; a command is answered within 10 s, however long a person takes. */
export const commandAnswer = z.union([
  z.strictObject({ output: z.record(z.string(), z.unknown()) }),
  z.strictObject({ waiting: z.strictObject({ ticket: z.uuid() }) }),
  z.strictObject({
    error: z.strictObject({
      status: z.string(),
      message: z.string(),
      /** Where an input was refused: what is wrong, by the name of its field. */
      fields: z.record(z.string(), z.string()).optional(),
      /** Where trying again makes no sense before, in seconds. */
      retry_after: z.number().int().optional(),
    }),
  }),
]);
export type CommandAnswer = z.output<typeof commandAnswer>;
