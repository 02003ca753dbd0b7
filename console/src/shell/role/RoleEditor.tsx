/** The form of the role filter, for those who see roles. */
import { ACCESS } from '@signet/contract/access';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryOf } from '../../api/query.ts';
import { useText } from '../../i18n/text.ts';
import { FilterForm } from '../list/FilterForm.tsx';
import { Allowed } from '../permission/Allowed.tsx';
import type { PickedRole } from './picked-role.ts';
import { RolePicker } from './RolePicker.tsx';

type Props = { value: string; onApply: (value: string) => void };

export function RoleEditor({ value, onApply }: Props) {
  const t = useText();
  const before = useRole(value === '' ? undefined : value);
  const [chosen, setChosen] = useState<PickedRole | null>(null);
  const role = chosen ?? before ?? null;
  return (
    <FilterForm chosen={role?.id ?? ''} onApply={onApply}>
      <Allowed access={ACCESS.roles.view}>
        <RolePicker inPopover label={t('people.role')} role={role} onChoose={setChosen} />
      </Allowed>
    </FilterForm>
  );
}

const useRole = (id: string | undefined): PickedRole | undefined =>
  useQuery({ ...queryOf('GET /account/ui-api/v1/role/{id}', { params: { id: id ?? '' } }), enabled: id !== undefined })
    .data;

/** The name of the role that a list is filtered by; its id until it is known, or where the viewer does not see it. */
export const useRoleNameOf = (id: string | undefined): string => useRole(id)?.name ?? id ?? '';
