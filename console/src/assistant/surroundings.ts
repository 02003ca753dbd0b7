/** What the connection needs of the browser around it: handed in, so that tests can say what a browser would. */
import type { Pairing } from '@signet/contract/assistant/channel';
import type { System } from '@signet/contract/assistant/prerequisites';
import type { Clock } from './times.ts';

/** Whether the page may ask programs on this computer; `unasked`: the browser would ask the person first. */
export type LocalPermission = 'granted' | 'denied' | 'unasked' | 'unknown';

export type Surroundings = {
  /** Where the assistant listens: http://127.0.0.1:8900. */
  address: string;
  /** Of the page. */
  origin: string;
  /** Whether the browser trusts how the page came; without it there is no WebCrypto either. */
  isSecure: boolean;
  /** Whether the page came from this computer itself: no browser asks then. */
  isLocal: boolean;
  /** Whether the browser takes what a page of https asks of this computer for mixed content, and asks nothing. */
  blocksLoopback: boolean;
  system: System;
  fetch: (address: string, init: RequestInit) => Promise<Response>;
  permission(): Promise<LocalPermission>;
  /** Opens the assistant's own scheme. */
  open(address: string): void;
  /** Calls back when the page loses the focus, as it does where the browser asks whether to open another program. */
  onLeft(listener: () => void): () => void;
  kept: { read(): Pairing | null; write(pairing: Pairing): void; forget(): void };
  clock: Clock;
};
