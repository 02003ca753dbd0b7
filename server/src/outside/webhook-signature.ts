/** How a message says who sent it, as Standard Webhooks has it. */
import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';

/** A secret of 256 random bits, as Standard Webhooks writes it. */
export const newWebhookSecret = (): string => PREFIX + randomBytes(32).toString('base64');

/** The key of a secret as Standard Webhooks writes it (`whsec_` and base64), or the secret itself. */
const keyOf = (secret: string): Buffer =>
  secret.startsWith(PREFIX) ? Buffer.from(secret.slice(PREFIX.length), 'base64') : Buffer.from(secret);

/** The headers of a message beside its `webhook-id`. */
export function signatureHeaders(
  secret: string,
  { id, at }: { id: string; at: Date },
  body: string,
): Record<'webhook-timestamp' | 'webhook-signature', string> {
  const seconds = Math.floor(at.getTime() / 1000);
  const signature = createHmac('sha256', keyOf(secret)).update(`${id}.${seconds}.${body}`).digest('base64');
  return { 'webhook-timestamp': String(seconds), 'webhook-signature': `v1,${signature}` };
}
