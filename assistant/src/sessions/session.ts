/** What the assistant knows of one session with a page. */
import type { Channel } from '@signet/contract/assistant/channel';
import type { Bytes } from '@signet/contract/assistant/web-platform';
import type { WorkUnderWay } from './work.ts';

export type Session = {
  origin: string;
  channel: Channel;
  /** Of the page, from the handshake. */
  commitment: Bytes;
  /** The id of the pairing; null until the person has approved the site. */
  pairing: string | null;
  isInitialized: boolean;
  /** Of the last message that was taken. */
  counter: number;
  /** The last use, in milliseconds of the clock. */
  used: number;
  work: WorkUnderWay;
};
