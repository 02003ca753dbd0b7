/** Chooses several of the person's own accounts, in an order that counts. */
import { MultiSelect } from '@mantine/core';
import type { OwnProfile } from '../../session/profile.ts';
import type { FieldProps } from '../form/form-shell.ts';

/** `field`: what `shell.field('…')` gives; the value is a list of ids. */
export function OwnAccountsPicker({
  field: { value, ...field },
  accounts,
}: {
  field: FieldProps;
  accounts: OwnProfile['accounts'];
}) {
  return (
    <MultiSelect
      {...field}
      value={Array.isArray(value) ? value : []}
      data={accounts.map(({ id, name }) => ({ value: id, label: name }))}
      hidePickedOptions
    />
  );
}
