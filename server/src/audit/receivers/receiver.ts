import { createHash } from 'node:crypto';
import type { Clock } from '../../clock.ts';
import { appendToFile } from './file.ts';
import { postNote } from './post.ts';
import { sendToSyslog } from './syslog.ts';

/** A place outside the database that gets each checkpoint of the log. */
export type Receiver = {
  /** Names it where a secret of its address must not stand: in jobs. */
  id: string;
  /** For the log of the process: its address without user and password. */
  name: string;
  /** Whether what it missed is sent again by a job; a file or a collector gets the next checkpoint, which covers it. */
  retried: boolean;
  /** Rejects when the checkpoint did not get there, as far as that can be known. */
  send: (note: string) => Promise<void>;
};

/** The receivers of the setting AUDIT_CHECKPOINTS, whose addresses have been checked. */
export function openReceivers(addresses: readonly string[], clock: Clock): Receiver[] {
  return addresses.map((address) => {
    const url = new URL(address);
    const named = new URL(address);
    [named.username, named.password] = ['', ''];
    return {
      id: createHash('sha256').update(address).digest('hex').slice(0, 16),
      name: named.href,
      ...wayTo(url, clock),
    };
  });
}

function wayTo(url: URL, clock: Clock): Pick<Receiver, 'retried' | 'send'> {
  if (url.protocol === 'file:') return { retried: false, send: (note) => appendToFile(url, note) };
  if (url.protocol.startsWith('syslog'))
    return { retried: false, send: (note) => sendToSyslog(url, note, clock.now()) };
  return { retried: true, send: (note) => postNote(url, note) };
}
