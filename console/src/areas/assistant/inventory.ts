/** What the assistant has: key stores, tokens, keys. Looked for every five seconds until a hardware token is there. */
import { isHardwareToken, type Entry, type Token } from '@signet/contract/assistant/key-stores';
import { useQuery } from '@tanstack/react-query';
import { useAssistant, type CommandResult } from '../../shell/assistant/assistant.ts';
import { useDriversAnew } from '../../shell/assistant/use-drivers-anew.ts';

/** Between two readings of the tokens (S §9). */
const TOKEN_POLL = 5_000;

export type Inventory = { stores: CommandResult<'config'>['key_stores']; tokens: Token[]; keys: Entry[] };

/** Nothing is waited for any more: there is a hardware token, and no PIN that is taken again in a moment. */
export const isSettled = ({ tokens }: Inventory = { stores: [], tokens: [], keys: [] }): boolean =>
  tokens.some(({ keystore }) => isHardwareToken(keystore)) && tokens.every((token) => token.pin_state !== 'delayed');

/** `refetch` reads anew what was changed here; `lookAnew` also finds what was plugged in. */
export function useInventory() {
  const assistant = useAssistant();
  const drivers = useDriversAnew(assistant);
  const query = useQuery<Inventory, unknown>({
    queryKey: ['assistant', 'inventory'],
    queryFn: async () => {
      await drivers.beforeReading();
      const [{ key_stores: stores }, { tokens }, { certificates: keys }] = await Promise.all([
        assistant.ask('config', {}),
        assistant.ask('token', {}),
        assistant.ask('certificate', {}),
      ]);
      return { stores, tokens, keys };
    },
    // From then on the person says when to look (S-100).
    refetchInterval: ({ state: { data } }) => (isSettled(data) ? false : TOKEN_POLL),
    retry: false,
    gcTime: 0,
  });
  return { ...query, lookAnew: () => void drivers.lookBy(query.refetch), isLooking: drivers.isLooking };
}

/** The place of a token, as commands take it. */
export const placeOf = ({ keystore, serial }: Token) => ({ keystore, token: serial });
