/** What stands in the form of a receiver, what is wrong with it, and what is sent. */
import type { AuditReceiver } from '@signet/contract/areas/audit-forwarding';
import {
  AUDIT_RECEIVER,
  AUTHENTICATIONS_OF,
  whyNotCertificates,
  whyNotClientCertificate,
  whyNotReceiverAddress,
  whyNotReceiverSecret,
  whyNotWithoutSecret,
  type ReceiverAuthentication,
  type ReceiverKind,
  type ReceiverStart,
} from '@signet/contract/areas/audit-receiver-record';
import type { Reason } from '@signet/contract/problem';
import { createBody, editBody, emptyForm, formValues, type FormValues } from '@signet/contract/record-form';
import { reasonsOf } from '../../shell/form/check.ts';
import { laterSchema } from '../../shell/form/later-schema.ts';

const receiverCreate = laterSchema(
  async () => (await import('@signet/contract/areas/audit-forwarding')).receiverCreate,
);

export type ReceiverValues = Omit<FormValues<typeof AUDIT_RECEIVER>, 'kind' | 'authentication'> & {
  kind: ReceiverKind;
  authentication: ReceiverAuthentication;
  secret: string;
  start: ReceiverStart;
};

/** A receiver that is not there yet. */
export const NEW_RECEIVER: ReceiverValues = {
  ...emptyForm(AUDIT_RECEIVER),
  kind: 'syslog',
  authentication: 'none',
  enabled: true,
  secret: '',
  start: 'now',
};

/** What of a receiver stands in the form: its secret never does. */
export const valuesOf = (one: AuditReceiver): ReceiverValues => ({
  ...formValues(AUDIT_RECEIVER, one),
  kind: one.kind,
  authentication: one.authentication,
  secret: '',
  start: 'now',
});

/** What is hidden for a kind counts for nothing. */
export const authenticationOf = ({
  kind,
  authentication,
}: Pick<ReceiverValues, 'kind' | 'authentication'>): ReceiverAuthentication =>
  AUTHENTICATIONS_OF[kind].includes(authentication) ? authentication : 'none';

/** The values without what belongs to another way than the one chosen. */
function chosen(values: ReceiverValues): ReceiverValues {
  const authentication = authenticationOf(values);
  return {
    ...values,
    authentication,
    client_certificate: authentication === 'certificate' ? values.client_certificate : '',
  };
}

const secretOf = (values: ReceiverValues): { secret?: string } =>
  values.secret === '' || authenticationOf(values) === 'none' ? {} : { secret: values.secret };

/** What is wrong by field; `kept` is the receiver that is edited. */
export const checkReceiver =
  (kept: AuditReceiver | null) =>
  (values: ReceiverValues): Record<string, Reason | null> => {
    const { secret, start: _, ...record } = chosen(values);
    const { authentication, client_certificate } = record;
    const reasons = reasonsOf(receiverCreate, record);
    const whyNotSecret =
      secret === '' ? whyNotWithoutSecret(record, kept) : whyNotReceiverSecret(authentication, secret);
    return {
      ...reasons,
      address: reasons['address'] ?? whyNotReceiverAddress(values.kind, values.address),
      ca_certificate: reasons['ca_certificate'] ?? whyNotCertificates(values.ca_certificate),
      client_certificate: reasons['client_certificate'] ?? whyNotClientCertificate(authentication, client_certificate),
      secret: authentication === 'none' ? null : whyNotSecret,
    };
  };

export const toCreate = (values: ReceiverValues) => ({
  ...createBody(AUDIT_RECEIVER, chosen(values)),
  ...secretOf(values),
  start: values.start,
});

export const toEdit = (values: ReceiverValues) => ({
  ...editBody(AUDIT_RECEIVER, chosen(values)),
  ...secretOf(values),
});
