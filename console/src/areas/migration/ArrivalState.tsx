/** How far an account is on its way here. */
import type { ArrivalSummary } from '@signet/contract/areas/migration';
import { useText } from '../../i18n/text.ts';
import { StatusBadge, type Tone } from '../../ui/State.tsx';

const TONES: Record<ArrivalSummary['state'], Tone> = {
  receiving: 'warn',
  reading: 'busy',
  refused: 'bad',
  rehearsed: 'info',
  running: 'busy',
  stopped: 'bad',
  arrived: 'warn',
  confirmed: 'ok',
  undoing: 'busy',
  undone: 'off',
};

export function ArrivalState({ state }: Pick<ArrivalSummary, 'state'>) {
  const t = useText();
  return <StatusBadge tone={TONES[state]}>{t('migration.state', { state })}</StatusBadge>;
}
