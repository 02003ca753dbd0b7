/** What a plan's act is called, and where its records are. The texts stand in the area of the act, by its name. */
import type { BulkPlan } from '@signet/contract/bulk';
import { TYPED_BULK_ACTS } from '@signet/contract/bulk-names';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';

type Named = Pick<BulkPlan, 'act' | 'input' | 'undoes'>;

export type ActTexts = {
  /** The title of its page. */
  title: string;
  /** The verb of its button: "Delete 3 accounts". */
  actOn: (count: number) => string;
  /** The word to type; empty for an act that never asks for one. */
  word: string;
  /** Where a record of it is shown. */
  recordAt: (id: string) => string;
};

/** Where the records of an area are shown. */
const RECORDS: Readonly<Record<string, (id: string) => string>> = {
  accounts: paths.account,
  organizations: paths.organization,
  mail: paths.outgoingMailItem,
};

/** `input` chooses between texts, such as on and off. */
export function useActTexts({ act, input, undoes }: Named): ActTexts {
  const t = useText();
  const chosen = Object.fromEntries(Object.entries(input ?? {}).map(([name, value]) => [name, String(value)]));
  const params = { active: '', ...chosen };
  const title = t(`bulk.title.${act}`, params);
  const typed = TYPED_BULK_ACTS.find((one) => one === act);
  return {
    title: undoes ? t('bulk.undoTitle', { title }) : title,
    actOn: (count) => (undoes ? t('bulk.undoAct', { count }) : t(`bulk.act.${act}`, { ...params, count })),
    recordAt: RECORDS[act.split('.')[0] ?? ''] ?? paths.home,
    word: typed ? t(`bulk.word.${typed}`) : '',
  };
}
