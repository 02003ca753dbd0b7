/** The accounts of somebody, to read: for those who see none to choose from. */
import { TextInput } from '@mantine/core';
import { useText } from '../../i18n/text.ts';
import { useScope } from '../../session/permissions.ts';
import { useAccountName } from '../account/account-name.ts';
import type { FieldProps } from '../form/form-shell.ts';

type Props = { field: FieldProps; chosen: readonly string[]; known: readonly { id: string; name: string }[] };

/** Where none is chosen the server takes a partner's own; in system scope it can't, which is said. */
export function FixedAccounts({ field, chosen, known }: Props) {
  const t = useText();
  const own = useAccountName();
  const isPartner = useScope() === 'partner';
  const names = known.filter(({ id }) => chosen.includes(id)).map(({ name }) => name);
  const lacks = chosen.length === 0 && !isPartner;
  return (
    <TextInput
      {...field}
      value={chosen.length === 0 && isPartner ? own : names.join(', ')}
      description={lacks && t('people.accountsUnseen', { permission: t('permission.view_account') })}
      readOnly
    />
  );
}
