/** Signing in with a certificate, in tests. */
import { PROXY_SECRET, type TestApp } from './app.ts';

/** Lets the people of an account sign in by certificate. */
export async function allowCertificates({ db, accountIds }: TestApp, account: string): Promise<void> {
  await db
    .updateTable('account')
    .set({ certificate_sign_in: true })
    .where('id', '=', accountIds.get(account) ?? '')
    .execute();
}

/** What a proxy adds to the request of somebody who has shown it this certificate (RFC 9440). */
export const forwarding = (certificate: Uint8Array): Record<string, string> => ({
  'x-client-auth-proxy-secret': PROXY_SECRET,
  'client-cert': `:${Buffer.from(certificate).toString('base64')}:`,
});
