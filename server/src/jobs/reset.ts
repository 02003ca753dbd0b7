import { areas } from '@signet/contract';
import { recordCall, type AuditedCall } from '../audit/call.ts';
import type { Runtime } from '../runtime.ts';
import { sendReset } from '../sign-in/passwords/reset.ts';
import { requestedReset } from '../sign-in/passwords/reset-store.ts';

/** Does what a forgotten password asked for, with its event, which names where the request came from. */
export async function runReset(runtime: Runtime, payload: unknown): Promise<void> {
  const { userName, locale, origin } = requestedReset(payload, runtime);
  const now = runtime.clock.now();
  await runtime.db.transaction().execute(async (tx) => {
    const details: AuditedCall['details'] = [];
    await sendReset(
      { db: tx, runtime, now, audit: (detail) => void (detail === 'nothing' || details.push(detail)) },
      userName,
      locale,
    );
    const endpoint = areas.signIn.forgotPassword;
    const caller = { endpoint, viewer: null, origin, now, details, nothingChanged: false, writer: runtime };
    await recordCall(tx, caller, details.length);
  });
}
