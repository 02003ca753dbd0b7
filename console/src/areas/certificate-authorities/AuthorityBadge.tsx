/** How an authority stands, in one word. */
import type { AuthorityState } from '@signet/contract/areas/certificate-authority-rules';
import { useText } from '../../i18n/text.ts';
import { StatusBadge, StatusDot, type Tone } from '../../ui/State.tsx';

const TONES: Record<AuthorityState, Tone> = { active: 'ok', retired: 'off', revoked: 'bad' };

/** `quiet`: in rows, where only what needs a look has colour. */
export function AuthorityBadge({ state, quiet = false }: { state: AuthorityState; quiet?: boolean }) {
  const t = useText();
  const word = t(`authorities.state.${state}`);
  if (quiet && state !== 'revoked') return <StatusDot on={state === 'active'}>{word}</StatusDot>;
  return <StatusBadge tone={TONES[state]}>{word}</StatusBadge>;
}
