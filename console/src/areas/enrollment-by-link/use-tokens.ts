/** The tokens of the assistant in which the key of an enrollment may be; looked for until there is one (S-100). */
import { isHardwareToken, type Token } from '@signet/contract/assistant/key-stores';
import type { AssistantLocation } from '@signet/contract/assistant/prerequisites';
import { useQuery } from '@tanstack/react-query';
import { useAssistant } from '../../shell/assistant/assistant.ts';
import { useDriversAnew } from '../../shell/assistant/use-drivers-anew.ts';

/** Between two looks while there is none, in milliseconds. */
const EVERY = 5_000;

/** Of software there is one token: the stores of the system and of Firefox are no part of an enrollment. */
const IS_IN: Record<AssistantLocation, (token: Token) => boolean> = {
  software: ({ keystore }) => keystore === 'software',
  hardware_token: ({ keystore }) => isHardwareToken(keystore),
};

/** `look` reads anew what was changed here; `lookAnew` also finds what was plugged in. */
export function useTokens(location: AssistantLocation) {
  const assistant = useAssistant();
  const drivers = useDriversAnew(assistant);
  const query = useQuery({
    queryKey: ['enrollment', 'tokens', location],
    queryFn: async () => {
      await drivers.beforeReading();
      return (await assistant.ask('token', {})).tokens.filter(IS_IN[location]);
    },
    refetchInterval: ({ state }) => (state.data === undefined || state.data.length === 0 ? EVERY : false),
    // Whoever types into the assistant has this page in the background.
    refetchIntervalInBackground: true,
    gcTime: 0,
    retry: false,
  });
  return {
    tokens: query.data ?? null,
    error: query.error,
    look: () => void query.refetch(),
    lookAnew: () => void drivers.lookBy(query.refetch),
    busy: query.isFetching,
    isLooking: drivers.isLooking,
  };
}
