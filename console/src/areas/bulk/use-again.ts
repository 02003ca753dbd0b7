/** The plan of a bulk act made again, which is then shown. */
import type { BulkPlan } from '@signet/contract/bulk';
import { change } from '../../api/change.ts';
import { useActTexts } from '../../shell/bulk/act-texts.ts';
import { useAct } from '../../shell/record/use-act.ts';
import { useGoOn } from '../../shell/routing/go.ts';

/** Before the run a plan of all rows, after it of those that were not done. */
export function useAgain(plan: BulkPlan): { busy: boolean; again: () => void } {
  const leadOn = useGoOn();
  const { planAt } = useActTexts(plan);
  const { busy, run } = useAct();
  const makeAgain = async () => {
    const goOn = leadOn();
    const { id } = await change('POST /account/ui-api/v1/bulk/{id}/again', { params: { id: plan.id } });
    goOn(planAt(id));
  };
  return { busy, again: () => void run(makeAgain) };
}
