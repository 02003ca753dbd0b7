/** Whom mail comes from: the name is empty where only an address is given. */
export type Sender = { name: string; address: string };

const ADDRESS = /^[^\s\p{Cc}@<>()[\]\\,;:"]+@[^\s\p{Cc}@<>()[\]\\,;:"]+$/u;
const NAMED = /^\s*(?:"([^"<>\p{Cc}]*)"|([^"<>\p{Cc}]*?))\s*<([^<>]+)>\s*$/u;

/** `Signet <no-reply@example.org>`, `"Signet" <…>` or a bare address; null for anything else. */
export function readSender(text: string): Sender | null {
  const [, quoted, bare, within] = NAMED.exec(text) ?? [];
  const address = (within ?? text).trim();
  return ADDRESS.test(address) ? { name: quoted ?? bare ?? '', address } : null;
}
