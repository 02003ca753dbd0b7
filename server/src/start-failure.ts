/** Why the platform could not be started, in the words of the person at the keyboard. */
import { ConfigError } from './config.ts';
import { KeyUnavailable } from './x509/signer.ts';

/** Why the server may not listen where it was told to. */
const LISTEN: Record<string, string> = {
  EADDRNOTAVAIL: 'HOST must be an address of this machine, such as 0.0.0.0 or 127.0.0.1',
  ENOTFOUND: 'HOST is not known: it must be an address of this machine, such as 0.0.0.0 or 127.0.0.1',
  EAI_AGAIN: 'HOST is not known: it must be an address of this machine, such as 0.0.0.0 or 127.0.0.1',
  EINVAL: 'HOST must be an address of this machine, such as 0.0.0.0 or 127.0.0.1',
  EAFNOSUPPORT: 'HOST is of a kind that this machine does not have, such as IPv6',
};

/** A failure that the person at the keyboard can mend is one sentence; the rest shows where it came from. */
export function sentenceOf(error: unknown): string {
  if (error instanceof ConfigError || error instanceof KeyUnavailable) return error.message;
  const { code, message, name, syscall, path } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE')
    return 'PORT is taken by another program: choose another, for example PORT=8081 npm start.';
  if (!path && syscall && code && LISTEN[code]) return `${LISTEN[code]}.`;
  if (code === 'EACCES') return `PORT or DATA_DIR may not be used: ${message}.`;
  // Of a file that is open already the error does not name the path.
  if (code === 'ENOSPC' || (path && /^(?:EROFS|EPERM|EISDIR|ENOTDIR)$/.test(code ?? '')))
    return `DATA_DIR can't be used: ${message}.`;
  if (name === 'EmbeddedError') return message;
  return (error as Error).stack ?? String(error);
}
