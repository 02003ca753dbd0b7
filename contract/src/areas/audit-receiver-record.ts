/** What a receiver of the audit log's events is made of, and the rules of its fields. */
import { filters } from '../filter.ts';
import { LIMITS } from '../limits.ts';
import type { Reason } from '../problem.ts';
import { columns, STAMPS } from '../record.ts';
import { HOST_IN_ADDRESS, notAllowed } from '../rules.ts';

/** Syslog over TLS (RFC 5425), or requests by HTTPS. */
export const RECEIVER_KINDS = ['syslog', 'https'] as const;
export type ReceiverKind = (typeof RECEIVER_KINDS)[number];

/**
 * How a sender shows who it is: not at all, by a bearer token (RFC 6750), by a signature (Standard Webhooks), by a
 * client certificate in the TLS handshake.
 */
const RECEIVER_AUTHENTICATIONS = ['none', 'bearer', 'signature', 'certificate'] as const;
export type ReceiverAuthentication = (typeof RECEIVER_AUTHENTICATIONS)[number];

/** Syslog has no place for a secret: its sender is known by TLS alone. */
export const AUTHENTICATIONS_OF: Readonly<Record<ReceiverKind, readonly ReceiverAuthentication[]>> = {
  syslog: ['none', 'certificate'],
  https: RECEIVER_AUTHENTICATIONS,
};

/** From where in the log a new receiver is sent events: its next one, or its first. */
export const RECEIVER_STARTS = ['now', 'beginning'] as const;
export type ReceiverStart = (typeof RECEIVER_STARTS)[number];

/**
 * Why events did not arrive: no such host; an address that may not be reached; nobody listens or no way leads there;
 * the certificate is not trusted or not the host's; the receiver does not accept ours, or asks for one; no TLS spoken;
 * no end within the time; the connection was closed before all was read; an answer other than 2xx; anything else.
 */
export const DELIVERY_FAILURES = [
  'unknown-host',
  'forbidden-address',
  'unreachable',
  'certificate',
  'client-certificate',
  'tls',
  'timeout',
  'closed',
  'answer',
  'other',
] as const;
export type DeliveryFailure = (typeof DELIVERY_FAILURES)[number];

/** The kind is chosen when the receiver is created, and stays. */
export const AUDIT_RECEIVER = columns({
  id: { type: 'id' },
  name: { type: 'text', format: 'filledLine', max: 100, input: 'required', label: 'auditForwarding.name' },
  kind: {
    type: 'choice',
    of: RECEIVER_KINDS,
    input: 'required',
    fixed: true,
    label: 'auditForwarding.kind',
    valueTexts: 'auditForwarding.kind',
  },
  address: {
    type: 'text',
    format: 'filledLine',
    max: LIMITS.urlMax,
    input: 'required',
    label: 'auditForwarding.address',
  },
  own_network: {
    type: 'boolean',
    from: 'default',
    input: 'optional',
    label: 'auditForwarding.own_network',
    valueTexts: ['auditForwarding.no', 'auditForwarding.yes'],
  },
  ca_certificate: {
    type: 'text',
    max: LIMITS.certificatesMax,
    from: 'default',
    input: 'optional',
    label: 'auditForwarding.ca_certificate',
  },
  authentication: {
    type: 'choice',
    of: RECEIVER_AUTHENTICATIONS,
    from: 'default',
    input: 'optional',
    label: 'auditForwarding.authentication',
    valueTexts: 'auditForwarding.authentication',
  },
  client_certificate: {
    type: 'text',
    max: LIMITS.certificatesMax,
    from: 'default',
    input: 'optional',
    label: 'auditForwarding.client_certificate',
  },
  secret_set_at: { type: 'instant', nullable: true, audited: true, label: 'auditForwarding.secret_set_at' },
  enabled: {
    type: 'boolean',
    from: 'default',
    input: 'optional',
    label: 'auditForwarding.enabled',
    valueTexts: ['auditForwarding.off', 'auditForwarding.on'],
  },
  ...STAMPS,
});

export const RECEIVER_FILTERS = filters({
  name: { type: 'text', max: LIMITS.nameMax },
  kind: { type: 'choice', of: RECEIVER_KINDS },
  enabled: { type: 'boolean' },
});
export const RECEIVER_SORT = ['name', 'kind'] as const;

/** IANA's port of syslog over TLS (RFC 5425 §4.1). */
const SYSLOG_TLS_PORT = 6514;

/** A name or an IPv4 address, or an IPv6 address in brackets, and a port where it is another than the usual one. */
const HOST_AND_PORT =
  /^(?:(?<name>[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)|\[(?<v6>[0-9A-Fa-f:.]+)\])(?::(?<port>\d{1,5}))?$/;

/** Host and port of a syslog receiver's address, such as `collector.example.org:6514`; null where it is none. */
export function hostAndPort(address: string): { host: string; port: number } | null {
  const { name, v6, port } = HOST_AND_PORT.exec(address)?.groups ?? {};
  const host = name ?? v6;
  const number = port === undefined ? SYSLOG_TLS_PORT : Number(port);
  return host === undefined || number < 1 || number > 65_535 ? null : { host, port: number };
}

/** Scheme, host and port, then path and query, which a receiver may need. Credentials have a field of their own. */
const ORIGIN = `(?<origin>https://${HOST_IN_ADDRESS}(?::\\d{1,5})?)`;
const HTTPS_ADDRESS = new RegExp(`^${ORIGIN}(?:[/?][^\\s#\\p{Cc}\\p{Cs}]*)?$`, 'iu');

/** Scheme, host and port of an HTTPS receiver's address, in lower case; null where it is none. */
const originOf = (address: string): string | null =>
  HTTPS_ADDRESS.exec(address.trim())?.groups?.['origin']?.toLowerCase() ?? null;

/** Why this is no address of a receiver of the kind. */
export function whyNotReceiverAddress(kind: ReceiverKind, address: string): Reason | null {
  if (address.trim() === '') return { status: 'REQUIRED' };
  if (kind === 'syslog') return hostAndPort(address.trim()) ? null : { status: 'INVALID_SYSLOG_ADDRESS' };
  return originOf(address) !== null ? null : { status: 'INVALID_HTTPS_ADDRESS' };
}

/** Why these are not certificates in PEM (RFC 7468), one after the other; empty means the public ones of Node. */
export function whyNotCertificates(text: string): Reason | null {
  const rest = text.replaceAll(/-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/g, '');
  return rest.trim() === '' ? null : { status: 'INVALID_CERTIFICATE' };
}

/** Why the sender can't show who it is in this way: that depends on the receiver's kind. */
export const whyNotAuthentication = (kind: ReceiverKind, authentication: ReceiverAuthentication): Reason | null =>
  AUTHENTICATIONS_OF[kind].includes(authentication)
    ? null
    : notAllowed('choice', { values: AUTHENTICATIONS_OF[kind].join(', ') });

/** Why this is not, in PEM, the certificate that the sender shows, and those between it and its root. */
export function whyNotClientCertificate(authentication: ReceiverAuthentication, text: string): Reason | null {
  if (authentication !== 'certificate') return null;
  return text.trim() === '' ? { status: 'REQUIRED' } : whyNotCertificates(text);
}

/** Beyond it a header would be refused by receivers before it is read. */
const HEADER_SECRET_MAX = 1_024;
const PRIVATE_KEY =
  /^\s*-----BEGIN (?<label>(?:RSA |EC )?PRIVATE KEY)-----[A-Za-z0-9+/=\s]+-----END \k<label>-----\s*$/;

/**
 * A secret is visible ASCII, for a header takes nothing else; that of a certificate is its private key, in PEM and not
 * encrypted. Whether the key can be read and fits is the server's to say.
 */
export function whyNotReceiverSecret(authentication: ReceiverAuthentication, secret: string): Reason | null {
  if (authentication === 'certificate') return PRIVATE_KEY.test(secret) ? null : { status: 'INVALID_PRIVATE_KEY' };
  if (secret.length > HEADER_SECRET_MAX) return { status: 'MAX_LENGTH', params: { max: HEADER_SECRET_MAX } };
  return /^[!-~]*$/.test(secret) ? null : { status: 'INVALID_RECEIVER_SECRET' };
}

/** What a secret was entered for: another address is another receiver, which is not shown the one of before. */
function secretAudience({ kind, address }: { kind: ReceiverKind; address: string }): string {
  if (kind === 'https') return originOf(address) ?? '';
  const { host = '', port = 0 } = hostAndPort(address.trim()) ?? {};
  return `${host.toLowerCase()}:${port}`;
}

type Shown = {
  kind: ReceiverKind;
  address: string;
  authentication: ReceiverAuthentication;
  client_certificate: string;
};

/**
 * Whether a secret must be entered: where one is needed, and none was entered for this address yet. A private key is
 * entered with its certificate, and is none to be sent as a token.
 */
export function whyNotWithoutSecret(
  receiver: Shown,
  kept: (Shown & { secret_set_at: string | null }) | null,
): Reason | null {
  if (receiver.authentication === 'none') return null;
  const certificateOf = ({ authentication, client_certificate }: Shown): string | null =>
    authentication === 'certificate' ? client_certificate.trim() : null;
  const isKept =
    kept?.secret_set_at != null &&
    secretAudience(kept) === secretAudience(receiver) &&
    certificateOf(kept) === certificateOf(receiver);
  return isKept ? null : { status: 'REQUIRED' };
}

/** Events are sent again from one on that has been passed: a later one would leave out those between. */
export function whyNotSendAgain(from: number, nextIndex: number): Reason | null {
  const max = Math.max(0, nextIndex - 1);
  return Number.isSafeInteger(from) && from >= 0 && from <= max
    ? null
    : { status: 'INVALID_NUMBER', params: { min: 0, max } };
}
