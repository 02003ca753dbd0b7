/**
 * Whether the link of a mail still opens something: asked when its page opens, not after the form has been filled in.
 */
import { useQuery } from '@tanstack/react-query';
import { callPublic } from '../../api/call.ts';
import { Failure } from '../../api/failure.ts';

/**
 * `used`: spent, expired or incomplete. `elsewhere`: it chooses a password, and the account signs in otherwise. Where
 * nobody answers the form opens, and says so when it is sent.
 */
export function useLink(
  purpose: 'reset' | 'verify' | 'unlock' | 'recovery',
  userId: string,
  code: string,
): 'checking' | 'open' | 'used' | 'elsewhere' {
  const { data } = useQuery({
    queryKey: ['link', purpose, userId, code],
    queryFn: async () => {
      try {
        await callPublic('POST /account/ui-api/v1/auth/check-code', { body: { user_id: userId, code, purpose } });
        return 'open';
      } catch (thrown) {
        if (!(thrown instanceof Failure)) return 'open';
        if (thrown.status === 'METHOD_DISABLED') return 'elsewhere';
        return ['CODE_INVALID', 'INVALID_INPUT'].includes(thrown.status) ? 'used' : 'open';
      }
    },
    staleTime: 'static',
    gcTime: 0,
  });
  return data ?? 'checking';
}
