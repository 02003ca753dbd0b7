/** Whom it touches when an account is switched off, deleted or given away, in a sentence. */
import { useApi } from '../../api/query.ts';
import { problemText } from '../../api/show-problem.ts';
import { useText } from '../../i18n/text.ts';
import { Busy } from '../../ui/Busy.tsx';

type Text =
  | 'accounts.switchOffEffects'
  | 'accounts.deleteEffects'
  | 'accounts.reassignEffects'
  | 'accounts.partnerGivenEffects'
  | 'accounts.partnerTakenEffects';

/** `params`: what the sentence says besides the numbers. */
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
  const { data, error } = useApi('GET /account/ui-api/v1/account/{id}/effects', { params: { id: accountId } });
  if (error && !data) return <p role="alert">{problemText(error)}</p>;
  if (!data) return <Busy />;
  return (
    <>
      <p>{t(text, { ...data, ...params })}</p>
      {text === 'accounts.switchOffEffects' && data.customers > 0 && (
        <p>{t('accounts.switchOffCustomers', { customers: data.customers })}</p>
      )}
    </>
  );
}
