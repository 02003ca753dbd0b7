/** The form of the account filter, for those who see many accounts. */
import { ACCESS } from '@signet/contract/access';
import { useState } from 'react';
import { useText } from '../../i18n/text.ts';
import { AccountPicker } from './AccountPicker.tsx';
import { Allowed } from '../permission/Allowed.tsx';
import { FilterForm } from '../list/FilterForm.tsx';

export function AccountEditor({ value, onApply }: { value: string; onApply: (value: string) => void }) {
  const t = useText();
  const [chosen, setChosen] = useState(value);
  return (
    <FilterForm chosen={chosen} onApply={onApply}>
      <Allowed access={ACCESS.accounts.view}>
        <AccountPicker
          inPopover
          id="account-filter"
          name="account_id"
          label={t('list.account')}
          value={chosen}
          onChange={setChosen}
          onBlur={() => undefined}
          error={null}
          aria-invalid={undefined}
          description={null}
        />
      </Allowed>
    </FilterForm>
  );
}
