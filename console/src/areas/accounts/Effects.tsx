/** Whom it touches when an account is switched off, deleted or given away. */
import type { AccountEffects } from '@signet/contract/areas/accounts';
import type { ReactNode } from 'react';
import { useApi } from '../../api/query.ts';
import { problemText } from '../../api/show-problem.ts';
import { useText } from '../../i18n/text.ts';
import { Follows } from '../../shell/confirm/Follows.tsx';
import { Busy } from '../../ui/Busy.tsx';

type Text =
  | 'accounts.switchOffEffects'
  | 'accounts.reassignEffects'
  | 'accounts.partnerGivenEffects'
  | 'accounts.partnerTakenEffects';

/** In a sentence. `params`: what the sentence says besides the numbers. */
export function Effects({
  accountId,
  text,
  params = {},
}: {
  accountId: string;
  text: Text;
  params?: Readonly<Record<string, string>>;
}) {
  const t = useText();
  return (
    <Counted accountId={accountId}>
      {(effects) => (
        <>
          <p>{t(text, { ...effects, ...params })}</p>
          {text === 'accounts.switchOffEffects' && effects.customers > 0 && (
            <p>{t('accounts.switchOffCustomers', { customers: effects.customers })}</p>
          )}
        </>
      )}
    </Counted>
  );
}

const LOST = ['people', 'people_of_no_other', 'sessions', 'organizations', 'certificates'] as const;

/** What is deleted with an account, each in a line, and what stays of it. */
export function DeleteEffects({ accountId }: { accountId: string }) {
  const t = useText();
  return (
    <Counted accountId={accountId}>
      {(effects) => (
        <Follows
          lost={[
            ...LOST.filter((kind) => effects[kind] > 0).map((kind) =>
              t(`accounts.deleteLost.${kind}`, { count: effects[kind] }),
            ),
            t('accounts.deleteLost.forGood'),
          ]}
          stays={[t('accounts.deleteStays.trail'), t('accounts.deleteStays.identifier')]}
        />
      )}
    </Counted>
  );
}

function Counted({ accountId, children }: { accountId: string; children: (effects: AccountEffects) => ReactNode }) {
  const { data, error } = useApi('GET /account/ui-api/v1/account/{id}/effects', { params: { id: accountId } });
  if (error && !data) return <p role="alert">{problemText(error)}</p>;
  return data ? children(data) : <Busy />;
}
