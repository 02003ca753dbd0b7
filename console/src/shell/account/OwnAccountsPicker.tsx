/** Chooses several of the person's own accounts, in an order that counts. */
import { useText } from '../../i18n/text.ts';
import type { OwnProfile } from '../../session/profile.ts';
import { SearchChoices } from '../choice/SearchChoices.tsx';
import type { FieldProps } from '../form/form-shell.ts';

/** `field`: what `shell.field('…')` gives; the value is a list of ids. */
export function OwnAccountsPicker({
  field: { value, ...field },
  accounts,
}: {
  field: FieldProps;
  accounts: OwnProfile['accounts'];
}) {
  const t = useText();
  return (
    <SearchChoices
      {...field}
      value={Array.isArray(value) ? value : []}
      data={accounts.map(({ id, name }) => ({ value: id, label: name }))}
      nothingFoundMessage={t('list.nothing')}
      hidePickedOptions
    />
  );
}
