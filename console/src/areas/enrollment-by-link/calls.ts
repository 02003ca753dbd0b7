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
  /** Told where the invitation says something else by now. */
  onChanged: () => Promise<void>;
  /** The last day of the certificate, where that is by now another one than the enrollment has said. */
  lastDay?: string;
};
const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----\s*/g;

/**
 * Has the request certified; asked again with the same one, the platform answers the same certificate.
 * @throws {Failure}, and AbortError once `onChanged` was told
 */
export async function certify(order: Certify): Promise<Enrolled> {
  const { enrollment, code, values, csr, keystore, attestation = '' } = order;
  const said = attestation.match(PEM) ?? [];
  const proof = order.sign && (await prove(enrollment, code, csr, order.sign));
  const body: EnrollmentRequest = {
    enrollment_code: code,
    name: cutTo(LIMITS.certificateNameMax, nameOf(enrollment)),
    // A year from now, or what the enrollment says less (S-163).
    end_date: order.lastDay ?? enrollment.end_date,
    csr,
    common_name: enrollment.common_name,
    enrollment_method: enrollment.enrollment_method,
    keystore_type: keystore,
    ...(proof ? { proof } : {}),
    ...(said.length > 0 ? { attestation: said } : {}),
    ...values,
  };
  try {
    const { data } = await callPublic('POST /account/ui-api/v1/enrollment/{id}/client-auth-certificate', {
      params: { id: enrollment.id },
      body,
    });
    return { certificate: data.x509_cert, chain: data.chain, serial: data.serial };
  } catch (thrown) {
    if (!(thrown instanceof Failure)) throw thrown;
    const other = mended(order, said.length > 0, thrown);
    if (other) return certify(other);
    if (!isOfOther(values, thrown)) throw thrown;
    await order.onChanged();
    throw new DOMException('The invitation was changed.', 'AbortError');
  }
}

/**
 * Whether what is refused was not for the person to say: a name, or a field that they were not asked for, has been
 * corrected since the page was opened.
 */
const isOfOther = (values: FormValues, { fields }: Failure): boolean =>
  Object.entries(fields).some(
    ([field, { status }]) => status === 'NOT_ASKED' || (status === 'REQUIRED' && !Object.hasOwn(values, field)),
  );

/** The order as it is good, where nobody need be asked what was wrong with it. */
function mended(order: Certify, hasSaid: boolean, { status, fields }: Failure): Certify | null {
  const { enrollment } = order;
  // Nobody has asked for it: a token of a maker whom the platform does not know is as good as one that says nothing.
  if (status === 'ATTESTATION_NOT_ACCEPTED' && hasSaid && !enrollment.profile.requires_attestation)
    return { ...order, attestation: '' };
  // The page has been open past the day with which it began.
  const last = fields['end_date']?.params?.['date'];
  const isNews = typeof last === 'string' && order.lastDay === undefined && last !== enrollment.end_date;
  return isNews ? { ...order, lastDay: last } : null;
}

/** Says that the certificate has arrived: the link opens nothing from now on. */
export async function redeem({ id }: PublicEnrollment, code: string, serial: string): Promise<void> {
  await callPublic('PUT /account/ui-api/v2/enrollment/{id}/{code}', { params: { id, code }, body: { serial } });
}

/** A name as long as it may be, in characters. */
export const cutTo = (most: number, name: string): string => Array.from(name).slice(0, most).join('').trim();

/** Whom it invites, as a person is called. */
export const nameOf = ({ first_name, last_name, common_name }: PublicEnrollment): string =>
  `${first_name} ${last_name}`.trim() || common_name;
