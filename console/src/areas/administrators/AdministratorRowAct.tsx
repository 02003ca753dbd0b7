/** Asks before what the list can do to an administrator. */
import type { AdministratorRow } from '@signet/contract/areas/administrators';
import { DeleteAdministrator } from './DeleteAdministrator.tsx';
import { ResetSecondFactor } from './ResetSecondFactor.tsx';

export type AskedRowAct = 'secondFactor' | 'delete';
type Props = { row: AdministratorRow; opened: AskedRowAct | null; onClose: () => void };

/** Open while an act is asked for. */
export default function AdministratorRowAct({ row, opened, onClose }: Props) {
  return (
    <>
      <ResetSecondFactor person={row} opened={opened === 'secondFactor'} onClose={onClose} />
      <DeleteAdministrator administrator={opened === 'delete' ? row : null} onClose={onClose} />
    </>
  );
}
