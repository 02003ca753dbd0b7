/** Where a certificate is renewed: what its key signs, and by whom it is asked to. */
import type { EnrollmentRequest, PublicEnrollment } from '@signet/contract/areas/enrollment-by-link';
import { renewalStatement } from '@signet/contract/areas/renewal-rules';
import { callPublic } from '../../api/call.ts';

/** Signs with the old key: as PKCS #1 v1.5, or ECDSA in DER. */
export type Sign = (data: Uint8Array<ArrayBuffer>) => Promise<Uint8Array>;
export type Proof = NonNullable<EnrollmentRequest['proof']>;

const base64Of = (octets: Uint8Array): string => btoa(String.fromCodePoint(...octets));

/** The SHA-256 of a request, in hexadecimal digits. */
async function digestOf(csr: string): Promise<string> {
  const der = Uint8Array.from(atob(csr.replaceAll(/-----[^-]+-----|\s/g, '')), (one) => one.codePointAt(0) ?? 0);
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', der));
  return Array.from(digest, (octet) => octet.toString(16).padStart(2, '0')).join('');
}

/** Asks the platform what is to be signed, and has it signed for this request. */
export async function prove({ id }: PublicEnrollment, code: string, csr: string, sign: Sign): Promise<Proof> {
  const { data } = await callPublic('POST /account/ui-api/v2/enrollment/{id}/challenge', {
    params: { id },
    body: { enrollment_code: code },
  });
  const said = new TextEncoder().encode(renewalStatement(data.challenge, await digestOf(csr)));
  return { challenge: data.challenge, signature: base64Of(await sign(said)) };
}
