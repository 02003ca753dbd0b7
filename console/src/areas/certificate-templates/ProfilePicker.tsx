/** Chooses the certificate profile of a template, of those that its account may use. */
import type { CertificateProfileAnswer } from '@signet/contract/areas/certificate-profiles';
import { LIMITS } from '@signet/contract/limits';
import { useApi } from '../../api/query.ts';
import { problemText } from '../../api/show-problem.ts';
import { useText } from '../../i18n/text.ts';
import { SearchChoice } from '../../shell/choice/SearchChoice.tsx';
import type { FieldProps } from '../../shell/form/form-shell.ts';

/** Asks for all of them at once (S-249). */
export const useProfiles = () => useApi('GET /account/ui-api/v1/profile', { query: { limit: LIMITS.pageLimitMax } });

type Judged = Pick<CertificateProfileAnswer, 'account_id' | 'archived_at' | 'unrevocable' | 'cert_type'>;

/** Whether a template of the account, empty for all of them, may be made of it: as the server judges. */
const isOffered = (one: Judged, accountId: string): boolean =>
  one.archived_at === null &&
  !one.unrevocable &&
  (one.account_id === null || one.account_id === accountId) &&
  // What tenants make is for people, devices and servers (S-352).
  (accountId === '' || one.cert_type === 'end_entity');

/** `stored`: the profile that the template has now, offered even where it is no longer for new templates. */
export function ProfilePicker({
  field,
  accountId,
  stored,
}: {
  field: FieldProps;
  accountId: string;
  stored: string | undefined;
}) {
  const t = useText();
  const { data, isFetching, error } = useProfiles();
  const offered = (data?.items ?? []).filter((one) => one.id === stored || isOffered(one, accountId));
  const value = offered.some(({ id }) => id === field.value) ? String(field.value) : null;
  return (
    <SearchChoice
      {...field}
      value={value}
      data={offered.map(({ id, name }) => ({ value: id, label: name }))}
      placeholder={t('form.choose')}
      isAnswered={!isFetching}
      allowDeselect={false}
      openOnFocus={false}
      nothingFoundMessage={error ? problemText(error) : t(isFetching ? 'common.loading' : 'list.nothing')}
      maxDropdownHeight={260}
    />
  );
}
