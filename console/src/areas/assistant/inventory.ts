/** What the assistant has: key stores, tokens, keys. Read again every five seconds, since tokens come and go. */
import type { Entry, Token } from '@signet/contract/assistant/key-stores';
import { useQuery } from '@tanstack/react-query';
import { useAssistant, type CommandResult } from '../../shell/assistant/assistant.ts';

/** Between two readings of the tokens (S §9). */
const TOKEN_POLL = 5_000;

export type Inventory = { stores: CommandResult<'config'>['key_stores']; tokens: Token[]; keys: Entry[] };

export function useInventory() {
  const assistant = useAssistant();
  return useQuery<Inventory, unknown>({
    queryKey: ['assistant', 'inventory'],
    queryFn: async () => {
      const [{ key_stores: stores }, { tokens }, { certificates: keys }] = await Promise.all([
        assistant.ask('config', {}),
        assistant.ask('token', {}),
        assistant.ask('certificate', {}),
      ]);
      return { stores, tokens, keys };
    },
    refetchInterval: TOKEN_POLL,
    retry: false,
    gcTime: 0,
  });
}

/** The place of a token, as commands take it. */
export const placeOf = ({ keystore, serial }: Token) => ({ keystore, token: serial });
