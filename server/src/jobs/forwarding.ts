import type { Logger } from 'pino';
import { takeDue } from '../audit/forwarding/delivery-store.ts';
import { forward } from '../audit/forwarding/forward.ts';
import { takeDueWebhooks } from '../endings/webhook-store.ts';
import { tellOfEnds } from '../endings/webhook.ts';
import type { Runtime } from '../runtime.ts';
import { startSending } from './sending.ts';

/** Sends the events of the audit log to their receivers until stopped. */
export function startForwarding(runtime: Runtime, log: Logger): { stop(): Promise<void> } {
  const { db, seal, clock, publicUrl } = runtime;
  return startSending({
    take: (most) => takeDue(db, clock.now(), most),
    send: (lease, ending) => forward({ db, seal, clock, publicUrl, log }, lease, ending),
    failed: (error) => log.error({ err: error }, 'audit log: not forwarded'),
  });
}

/** Tells the webhooks of people what ends, until stopped. */
export const startTellingOfEnds = (runtime: Runtime, log: Logger): { stop(): Promise<void> } =>
  startSending({
    take: (most) => takeDueWebhooks(runtime, runtime.clock.now(), most),
    send: (errand) => tellOfEnds(runtime, errand),
    failed: (error) => log.error({ err: error }, 'webhooks of ends: not sent'),
    everyMs: 5_000,
  });
