/** What a bulk act is called, and where its plans and records are. The texts stand in its area, by its name. */
import type { BulkPlan } from '@signet/contract/bulk';
import { TYPED_BULK_ACTS } from '@signet/contract/bulk-names';
import { useText, type TextOf } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';

type Named = Pick<BulkPlan, 'act' | 'input' | 'undoes'>;

export type ActTexts = {
  /** The title of its page. */
  title: string;
  /** The verb of its button: "Delete 3 accounts". */
  actOn: (count: number) => string;
  /** The word to type; empty for an act that never asks for one. */
  word: string;
  /** Where a record of it is shown, and where a plan. */
  recordAt: (id: string) => string;
  planAt: (id: string) => string;
};

/** Where the records and the plans of an area are shown. */
const PLACES: Readonly<Record<string, Pick<ActTexts, 'recordAt' | 'planAt'>>> = {
  accounts: { recordAt: paths.account, planAt: paths.accountsPlan },
  organizations: { recordAt: paths.organization, planAt: paths.organizationsPlan },
  certificates: { recordAt: paths.certificate, planAt: paths.certificatesPlan },
  administrators: { recordAt: paths.administrator, planAt: paths.administratorsPlan },
  enrollments: { recordAt: paths.enrollment, planAt: paths.enrollmentsPlan },
  mail: { recordAt: paths.outgoingMailItem, planAt: paths.outgoingMailPlan },
};
const NOWHERE = { recordAt: paths.home, planAt: paths.bulkRuns };

/** `input` chooses between texts, such as on and off; where it is not known, the text says both. */
export function actTexts(t: TextOf, { act, input, undoes }: Named): ActTexts {
  const chosen = Object.fromEntries(Object.entries(input ?? {}).map(([name, value]) => [name, String(value)]));
  const params = { active: '', given: '', reason: 'none', ...chosen };
  const title = t(`bulk.title.${act}`, params);
  const typed = TYPED_BULK_ACTS.find((one) => one === act);
  return {
    title: undoes ? t('bulk.undoTitle', { title }) : title,
    actOn: (count) => (undoes ? t('bulk.undoAct', { count }) : t(`bulk.act.${act}`, { ...params, count })),
    ...(PLACES[act.split('.')[0] ?? ''] ?? NOWHERE),
    word: typed ? t(`bulk.word.${typed}`) : '',
  };
}

export const useActTexts = (named: Named): ActTexts => actTexts(useText(), named);
