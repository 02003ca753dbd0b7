/** Chooses the authority that signs by a template, of those that may sign for its account; none is an answer too. */
import { NativeSelect } from '@mantine/core';
import { useText } from '../../i18n/text.ts';
import { useAuthorities } from '../../shell/certificate/authorities.ts';
import { Unread } from '../../shell/routing/Unread.tsx';
import type { FieldProps } from '../../shell/form/form-shell.ts';

/** `stored`: the authority that the template has now, offered even where it signs no more, and before any is read. */
export function AuthorityPicker({
  field,
  accountId,
  stored,
}: {
  field: FieldProps;
  accountId: string;
  stored: { id: string; name: string | null };
}) {
  const t = useText();
  const { data, error, refetch } = useAuthorities();
  const offered = (data?.items ?? []).filter(
    ({ id, state, account_id }) =>
      id === stored.id || (state === 'active' && (account_id === null || account_id === accountId)),
  );
  // Without it the field would show its first line, as if that were stored.
  const isMissing = stored.id !== '' && !offered.some(({ id }) => id === stored.id);
  return (
    <>
      <NativeSelect
        {...field}
        data={[
          { value: '', label: t('templates.authorityOfAccount') },
          ...(isMissing ? [{ value: stored.id, label: stored.name ?? stored.id }] : []),
          ...offered.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      {error && !data && <Unread error={error} retry={refetch} />}
    </>
  );
}
