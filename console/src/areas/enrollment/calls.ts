/** What the page of an enrollment sends. */
import type { EnrollmentRequest, PublicEnrollment } from '@signet/contract/areas/enrollment-by-link';
import type { KeystoreType } from '@signet/contract/areas/enrollment-rules';
import { callPublic } from '../../api/call.ts';
import type { FormValues } from './form-values.ts';
import type { Enrolled } from './installation.ts';

type Certify = { enrollment: PublicEnrollment; code: string; values: FormValues; csr: string; keystore: KeystoreType };

/** Has the request certified; asked again with the same one, the platform answers the same certificate. */
export async function certify({ enrollment, code, values, csr, keystore }: Certify): Promise<Enrolled> {
  const body: EnrollmentRequest = {
    enrollment_code: code,
    name: nameOf(enrollment),
    // A year from now, or what the enrollment says less (S-163).
    end_date: enrollment.end_date,
    csr,
    common_name: enrollment.common_name,
    enrollment_method: enrollment.enrollment_method,
    keystore_type: keystore,
    ...values,
  };
  const { data } = await callPublic('POST /account/ui-api/v1/enrollment/{id}/client-auth-certificate', {
    params: { id: enrollment.id },
    body,
  });
  return { certificate: data.x509_cert, chain: data.chain, serial: data.serial };
}

/** Says that the certificate has arrived: the link opens nothing from now on. */
export async function redeem({ id }: PublicEnrollment, code: string, serial: string): Promise<void> {
  await callPublic('PUT /account/ui-api/v2/enrollment/{id}/{code}', { params: { id, code }, body: { serial } });
}

/** Whom it invites, as a person is called. */
export const nameOf = ({ first_name, last_name, common_name }: PublicEnrollment): string =>
  `${first_name} ${last_name}`.trim() || common_name;
