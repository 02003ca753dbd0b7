/** What of a request says who sends it. */
import type { IncomingHttpHeaders } from 'node:http';

/** What a caller holds the private key of: shown in a TLS handshake, or handed on by a proxy that saw one. */
export type Presented = {
  /** DER. */
  certificate: Uint8Array;
  /** Whatever came with it, in any order, DER. */
  chain: readonly Uint8Array[];
};

/** A request's headers, from this IP address, with this certificate. */
export type Sent = { headers: IncomingHttpHeaders; address: string; presented: Presented | null };
