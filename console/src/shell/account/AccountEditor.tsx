/** The form of the account filter, for those who see many accounts. */
import { ACCESS } from '@signet/contract/access';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryOf } from '../../api/query.ts';
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

/**
 * The name of the account that a list is filtered by; its id until it is known, or where it is none of the viewer's.
 */
export function useAccountOf(id: string | undefined): string {
  const { data } = useQuery({
    ...queryOf('GET /account/ui-api/v1/customer', { query: { friendly_identifier: id ?? '', limit: 1 } }),
    enabled: id !== undefined,
  });
  return data?.items.find((one) => one.id === id)?.name ?? id ?? '';
}
