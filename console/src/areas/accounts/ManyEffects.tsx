/** Whom it touches when several accounts are switched off. */
import type { AccountRow } from '@signet/contract/areas/accounts';
import { useQueries } from '@tanstack/react-query';
import { queryOf } from '../../api/query.ts';
import { useText } from '../../i18n/text.ts';
import { Busy } from '../../ui/Busy.tsx';

export function ManyEffects({ rows }: { rows: readonly Pick<AccountRow, 'id'>[] }) {
  const t = useText();
  const answers = useQueries({
    queries: rows.map(({ id }) => queryOf('GET /account/ui-api/v1/account/{id}/effects', { params: { id } })),
  });
  if (answers.some((one) => one.isPending)) return <Busy />;
  const sum = (of: 'people' | 'sessions' | 'customers') =>
    answers.reduce((all, { data }) => all + (data?.[of] ?? 0), 0);
  const customers = sum('customers');
  return (
    <>
      <p>{t('accounts.switchOffManyEffects', { people: sum('people'), sessions: sum('sessions') })}</p>
      {customers > 0 && <p>{t('accounts.switchOffManyCustomers', { customers })}</p>}
    </>
  );
}
