import { useEffect, useEffectEvent } from 'react';
import { whyNotIdentifier } from '@signet/contract/rules';
import { call } from '../../api/call.ts';

/** How long typing must rest before an identifier is looked up, in milliseconds. */
const REST_MS = 250;

/** Looks up whether an account has this identifier, and tells `onTaken` its lower-case form when so. Answers for what was typed before are dropped. */
export function useIdentifierTaken(identifier: string, onTaken: (identifier: string) => void): void {
  const tell = useEffectEvent(onTaken);
  useEffect(() => {
    if (whyNotIdentifier(identifier) !== null) return;
    const asking = new AbortController();
    const timer = setTimeout(() => {
      call('GET /account/ui-api/v1/account/find', { query: { friendly_identifier: identifier }, signal: asking.signal }).then(
        ({ exists }) => {
          if (exists && !asking.signal.aborted) tell(identifier.toLowerCase());
        },
        // The server asks again when the account is created.
        () => undefined,
      );
    }, REST_MS);
    return () => {
      clearTimeout(timer);
      asking.abort();
    };
  }, [identifier]);
}
