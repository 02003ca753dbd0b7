/** Chooses the authority that signs by a template, of those that may sign for its account; none is an answer too. */
import { NativeSelect } from '@mantine/core';
import { useText } from '../../i18n/text.ts';
import { useAuthorities } from '../../shell/certificate/authorities.ts';
import type { FieldProps } from '../../shell/form/form-shell.ts';

/** `stored`: the one that it has now, which stays offered whatever has become of it. */
export function AuthorityPicker({
  field,
  accountId,
  stored,
}: {
  field: FieldProps;
  accountId: string;
  stored: string | undefined;
}) {
  const t = useText();
  const offered = useAuthorities().filter(
    ({ id, state, account_id }) =>
      id === stored || (state === 'active' && (account_id === null || account_id === accountId)),
  );
  return (
    <NativeSelect
      {...field}
      data={[
        { value: '', label: t('templates.authorityOfAccount') },
        ...offered.map(({ id, name }) => ({ value: id, label: name })),
      ]}
    />
  );
}
