import { setTimeout as pause } from 'node:timers/promises';
import { openSmtpSink } from '../src/testing/smtp-sink.ts';
import { makePlatform } from './platform.ts';
import type { Outcome } from './strike.ts';

const MAILS = 3;
/** The tries of the first half minute: after 3, 10 and 30 seconds. */
const SENT_WITHIN_MS = 60_000;

/** Has mails written while the mail server is down, brings it back, and counts what arrives. */
export async function strikeMail(folder: string): Promise<Outcome> {
  const before = await openSmtpSink();
  const { port, url } = before;
  await before.close();
  const platform = await makePlatform(folder, { SMTP_URL: url });
  await platform.start();
  const broken: string[] = [];
  const statuses: number[] = [];
  let longestMs = 0;
  for (const user_name of ['ada', 'ben', 'cleo'].slice(0, MAILS)) {
    const began = performance.now();
    const answer = await fetch(`${platform.url()}/account/ui-api/v1/auth/forgot-password`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ user_name, locale: 'en_US' }),
    });
    statuses.push(answer.status);
    longestMs = Math.max(longestMs, performance.now() - began);
  }
  if (statuses.some((status) => status !== 204))
    broken.push(`asking for a new password was answered ${statuses.join(', ')}`);
  await pause(5_000);
  const sink = await openSmtpSink(port);
  const back = performance.now();
  while (sink.arrived.length < MAILS && performance.now() - back < SENT_WITHIN_MS) await pause(200);
  const recoveredMs = Math.round(performance.now() - back);
  if (sink.arrived.length !== MAILS) broken.push(`${sink.arrived.length} of ${MAILS} mails arrived`);
  await platform.stop();
  await sink.close();
  return {
    fault: 'broken mail',
    acknowledged: statuses.filter((status) => status === 204).length,
    refused: 0,
    unanswered: 0,
    longestMs: Math.round(longestMs),
    recoveredMs,
    broken,
  };
}
