/** Giving many people a role, or taking it from them. */
import { ACCESS } from '@signet/contract/access';
import { whyNotGiveAnybody } from '@signet/contract/areas/person-rules';
import { IconUserMinus, IconUserPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useText } from '../../i18n/text.ts';
import { useSelf } from '../../session/permissions.ts';
import type { BulkAct } from '../../shell/list/bulk.ts';
import { Allowed } from '../../shell/permission/Allowed.tsx';
import type { PickedRole } from '../../shell/role/picked-role.ts';
import { RolePicker } from '../../shell/role/RolePicker.tsx';
import type { Choose } from './chosen-people.ts';

/**
 * `given`: what the people have afterwards. An archived role can be taken, not given; and nobody gives what they do not
 * hold in any scope that they manage. Of each person the plan says it by theirs.
 */
export function useRoleAct(choose: Choose, given: boolean): BulkAct {
  const t = useText();
  const self = useSelf();
  const [role, setRole] = useState<PickedRole | null>(null);
  const label = t(given ? 'administrators.giveRole' : 'administrators.takeRole');
  const rule = given && { givable: true, whyNot: (one: PickedRole) => whyNotGiveAnybody(self, one.permissions) };
  return {
    label,
    icon: given ? IconUserPlus : IconUserMinus,
    asks: {
      title: label,
      fields: (
        <Allowed access={ACCESS.roles.view}>
          <RolePicker label={t('people.role')} role={role} onChoose={setRole} {...rule} />
        </Allowed>
      ),
      begin: () => setRole(null),
      whyNotYet: role ? null : t('administrators.roleFirst'),
    },
    plan: (ids, make) =>
      make('POST /account/ui-api/v1/user/bulk/role', {
        body: { ...choose(ids), input: { role_id: role?.id ?? '', given } },
      }),
  };
}
