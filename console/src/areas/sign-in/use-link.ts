/**
 * Whether the link of a mail still opens something: asked when its page opens, not after the form has been filled in.
 */
import { useQuery } from '@tanstack/react-query';
import { callPublic, type CallResponse } from '../../api/call.ts';
import { Failure } from '../../api/failure.ts';

type State = 'checking' | 'open' | 'used' | 'elsewhere';
type Purpose = 'reset' | 'verify' | 'unlock' | 'recovery';
/** What an invited person activates by a link; null where there is nothing to activate. */
export type Activation = NonNullable<CallResponse<'POST /account/ui-api/v1/auth/check-code'>['activation']>;
type Link = { state: State; activation: Activation | null };

/** What the page was told of its link, and `again`, which asks once more. */
export function useLinkOf(
  purpose: Purpose,
  userId: string,
  code: string,
): Link & { again: () => Promise<Activation | null> } {
  const { data, refetch } = useQuery({
    queryKey: ['link', purpose, userId, code],
    queryFn: async (): Promise<Link> => {
      const found = (state: State): Link => ({ state, activation: null });
      try {
        const answer = await callPublic('POST /account/ui-api/v1/auth/check-code', {
          body: { user_id: userId, code, purpose },
        });
        return { state: 'open', activation: answer.data.activation };
      } catch (thrown) {
        if (!(thrown instanceof Failure)) return found('open');
        if (thrown.status === 'METHOD_DISABLED') return found('elsewhere');
        return found(['CODE_INVALID', 'INVALID_INPUT'].includes(thrown.status) ? 'used' : 'open');
      }
    },
    staleTime: 'static',
    gcTime: 0,
  });
  return {
    ...(data ?? { state: 'checking', activation: null }),
    again: async () => (await refetch()).data?.activation ?? null,
  };
}

/**
 * `used`: spent, expired or incomplete. `elsewhere`: it chooses a password, and the account signs in otherwise. Where
 * nobody answers the form opens, and says so when it is sent.
 */
export const useLink = (purpose: Purpose, userId: string, code: string): State =>
  useLinkOf(purpose, userId, code).state;
