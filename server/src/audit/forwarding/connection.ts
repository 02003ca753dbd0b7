/** What a batch is sent with, whatever the kind of the receiver. */
import type { ReceiverAuthentication } from '@signet/contract/areas/audit-receiver-record';
import type { ConnectionOptions as TlsOptions } from 'node:tls';

/** How long a receiver may take over a batch, from the first look at its name to its last word, in milliseconds. */
export const SEND_TIMEOUT = 10_000;

/** Where to and how. */
export type Destination = {
  address: string;
  /** Whether addresses of the platform's own network may be reached. */
  ownNetwork: boolean;
  /** Certificates in PEM; where there are any, they alone are trusted. */
  trusted: string;
  authentication: ReceiverAuthentication;
  /** The certificates in PEM by which the sender shows itself, its own first; empty for none. */
  clientCertificate: string;
  /** A token, a key of signatures, or the private key of the certificate in PEM. */
  secret: string | null;
};

/** The part of the options of a TLS connection that both kinds share: whom we trust, and who we say we are. */
export const credentials = ({
  trusted,
  authentication,
  clientCertificate,
  secret,
}: Destination): Pick<TlsOptions, 'ca' | 'cert' | 'key'> => ({
  ...(trusted === '' ? {} : { ca: trusted }),
  ...(authentication === 'certificate' && secret !== null ? { cert: clientCertificate, key: secret } : {}),
});
