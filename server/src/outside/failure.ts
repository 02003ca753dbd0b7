import type { DeliveryFailure } from '@signet/contract/areas/audit-receiver-record';

/** Why nothing arrived: one of the words that people are told, and what the other side or the network said. */
export class OutsideFailure extends Error {
  readonly reason: DeliveryFailure;
  constructor(reason: DeliveryFailure, detail: string) {
    super(detail);
    this.reason = reason;
  }
}

/** The codes of Node.js and the C library, as far as they say more than that it failed. */
const REASONS: Record<string, DeliveryFailure> = {
  ENOTFOUND: 'unknown-host',
  EAI_AGAIN: 'unknown-host',
  EAI_NONAME: 'unknown-host',
  ECONNREFUSED: 'unreachable',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
  EACCES: 'unreachable',
  ETIMEDOUT: 'timeout',
  ECONNRESET: 'closed',
  EPIPE: 'closed',
  EPROTO: 'tls',
};
/** OpenSSL's names of what can be wrong with a certificate (X509_V_ERR_…), and Node's for a wrong name in it. */
const OF_A_CERTIFICATE =
  /CERT|SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY|DECODE)|HOSTNAME_MISMATCH|INVALID_(?:CA|PURPOSE)|CRL/;
/** OpenSSL's names of the alerts by which the other side says that it wants a certificate of ours, or another one. */
const OF_OUR_CERTIFICATE = /_ALERT_(?:\w*CERTIFICATE\w*|UNKNOWN_CA|ACCESS_DENIED)$/;
/** Characters of a detail that are kept. */
const DETAIL_MAX = 300;

function reasonOf(code: string): DeliveryFailure {
  const known = REASONS[code];
  if (known) return known;
  if (OF_OUR_CERTIFICATE.test(code)) return 'client-certificate';
  if (OF_A_CERTIFICATE.test(code)) return 'certificate';
  return /^ERR_(?:SSL|TLS)_/.test(code) ? 'tls' : 'other';
}

/** Any error of a try as what is kept of it: one line, within a bound. */
export function failureOf(error: unknown): { reason: DeliveryFailure; detail: string } {
  const { message, code = '' } =
    error instanceof Error ? (error as NodeJS.ErrnoException) : { message: String(error), code: '' };
  return {
    reason: error instanceof OutsideFailure ? error.reason : reasonOf(code),
    detail: (message || code)
      .replaceAll(/[\p{Cc}\s]+/gu, ' ')
      .trim()
      .slice(0, DETAIL_MAX)
      .toWellFormed(),
  };
}
