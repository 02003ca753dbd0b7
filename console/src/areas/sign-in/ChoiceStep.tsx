/** Second step where there are several ways and none of them is a password: which one. */
import { useRef } from 'react';
import { useFirstFocus } from '../../shell/keyboard/first-focus.ts';
import { ChosenUser } from './ChosenUser.tsx';
import { OtherWays } from './OtherWays.tsx';
import type { Transaction } from './transaction.ts';

export function ChoiceStep({ transaction, onChangeUser }: { transaction: Transaction; onChangeUser: () => void }) {
  const ways = useRef<HTMLDivElement>(null);
  useFirstFocus(ways);
  return (
    <div ref={ways}>
      <ChosenUser userName={transaction.userName} onChange={onChangeUser} />
      <OtherWays ways={transaction.elsewhere} first />
    </div>
  );
}
