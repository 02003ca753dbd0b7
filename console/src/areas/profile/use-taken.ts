import { useEffect, useEffectEvent } from 'react';
import { whyNotUserName } from '@signet/contract/rules';
import { call } from '../../api/call.ts';

/** How long typing must rest before a name is looked up, in milliseconds. */
const REST_MS = 250;

/** Looks up whether somebody else has this user name (S-183), and tells `onTaken` the name when so. Answers for names typed before are dropped. */
export function useTaken(name: string, own: { id: string; user_name: string }, onTaken: (name: string) => void): void {
  const tell = useEffectEvent(onTaken);
  useEffect(() => {
    if (name === own.user_name || whyNotUserName(name) !== null) return;
    const asking = new AbortController();
    const timer = setTimeout(() => {
      call('GET /account/ui-api/v1/user/{name}/find', { params: { name }, query: { userId: own.id }, signal: asking.signal }).then(
        ({ exists }) => {
          if (exists && !asking.signal.aborted) tell(name);
        },
        // The server asks again when the profile is saved.
        () => undefined,
      );
    }, REST_MS);
    return () => {
      clearTimeout(timer);
      asking.abort();
    };
  }, [name, own.id, own.user_name]);
}
