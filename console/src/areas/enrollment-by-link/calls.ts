/** What the page of an enrollment sends. */
import type { EnrollmentRequest, PublicEnrollment } from '@signet/contract/areas/enrollment-by-link';
import type { KeystoreType } from '@signet/contract/areas/enrollment-rules';
import { LIMITS } from '@signet/contract/limits';
import { callPublic } from '../../api/call.ts';
import { Failure } from '../../api/failure.ts';
import type { FormValues } from './form-values.ts';
import { prove, type Sign } from './proof.ts';
import type { Enrolled } from './installation.ts';

type Certify = {
  enrollment: PublicEnrollment;
  code: string;
  values: FormValues;
  csr: string;
  keystore: KeystoreType;
  /** What a token says of the key: certificates in PEM, one behind the other. */
  attestation?: string;
  /** Signs with the key of the certificate that is renewed. */
  sign?: Sign;
};
const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----\s*/g;

/** Has the request certified; asked again with the same one, the platform answers the same certificate. */
export async function certify(order: Certify): Promise<Enrolled> {
  const { enrollment, code, values, csr, keystore, attestation = '' } = order;
  const said = attestation.match(PEM) ?? [];
  const proof = order.sign && (await prove(enrollment, code, csr, order.sign));
  const body: EnrollmentRequest = {
    enrollment_code: code,
    name: cutTo(LIMITS.certificateNameMax, nameOf(enrollment)),
    // A year from now, or what the enrollment says less (S-163).
    end_date: await lastDayOf(enrollment, code),
    csr,
    common_name: enrollment.common_name,
    enrollment_method: enrollment.enrollment_method,
    keystore_type: keystore,
    ...(proof ? { proof } : {}),
    ...(said.length > 0 ? { attestation: said } : {}),
    ...values,
  };
  const answer = await callPublic('POST /account/ui-api/v1/enrollment/{id}/client-auth-certificate', {
    params: { id: enrollment.id },
    body,
  }).catch((thrown: unknown) => {
    // Nobody has asked for it: a token of a maker whom the platform does not know is as good as one that says nothing.
    const isUnknown = thrown instanceof Failure && thrown.status === 'ATTESTATION_NOT_ACCEPTED';
    if (!isUnknown || said.length === 0 || enrollment.profile.requires_attestation) throw thrown;
    return null;
  });
  if (!answer) return certify({ ...order, attestation: '' });
  const { data } = answer;
  return { certificate: data.x509_cert, chain: data.chain, serial: data.serial };
}

/**
 * The last day that there can be by now: the page may have been open for days. Where the link opens nothing any more,
 * the call that follows says why.
 */
const lastDayOf = ({ id, end_date }: PublicEnrollment, code: string): Promise<string> =>
  callPublic('GET /account/ui-api/v2/enrollment/{id}/{code}', { params: { id, code } }).then(
    ({ data }) => data.end_date,
    () => end_date,
  );

/** Says that the certificate has arrived: the link opens nothing from now on. */
export async function redeem({ id }: PublicEnrollment, code: string, serial: string): Promise<void> {
  await callPublic('PUT /account/ui-api/v2/enrollment/{id}/{code}', { params: { id, code }, body: { serial } });
}

/** A name as long as it may be, in characters. */
export const cutTo = (most: number, name: string): string => Array.from(name).slice(0, most).join('').trim();

/** Whom it invites, as a person is called. */
export const nameOf = ({ first_name, last_name, common_name }: PublicEnrollment): string =>
  `${first_name} ${last_name}`.trim() || common_name;
