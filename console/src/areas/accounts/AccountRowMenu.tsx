/** What can be done to an account of the list: see it, edit it, and all that its page offers. */
import {
  whyNotDeleteAccount,
  whyNotEditAccount,
  whyNotLinkAccount,
  whyNotReassignAccount,
  whyNotSwitchAccount,
} from '@signet/contract/areas/account-rules';
import type { AccountRow } from '@signet/contract/areas/accounts';
import { IconExternalLink, IconEye, IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryOf } from '../../api/query.ts';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { useSelf } from '../../session/permissions.ts';
import type { RowAction } from '../../shell/record/RowActions.tsx';
import { AccountMenu } from './AccountMenu.tsx';
import { useLinkedNames } from './columns.tsx';

/** The menu of a row, as the list takes it. */
export const accountRowMenu = (row: AccountRow) => <AccountRowMenu row={row} />;

function AccountRowMenu({ row }: { row: AccountRow }) {
  const t = useText();
  const self = useSelf();
  const isLinked = useLinkedNames();
  const [isOpened, setOpened] = useState(false);
  // The row does not count customers, which may forbid deleting a partner: asked when somebody looks.
  const record = useQuery({
    ...queryOf('GET /account/ui-api/v1/account/{id}', { params: { id: row.id } }),
    enabled: isOpened && row.type === 'partner',
  }).data;
  const whyNot = {
    switch: whyNotSwitchAccount(self, row),
    reassign: whyNotReassignAccount(self, row),
    link: whyNotLinkAccount(self, row),
    delete: whyNotDeleteAccount(self, { ...row, customers: record?.customers ?? 0 }),
  };
  const open: RowAction = { label: t('accounts.open'), icon: IconEye, to: paths.account(row.id) };
  return (
    <AccountMenu
      account={row}
      whyNot={whyNot}
      first={whyNotEditAccount(self, row) ? [open] : [open, edit(row, t('accounts.edit'))]}
      // Where the name leads to the account, a menu that only opens it is none.
      forSeveral={isLinked(row)}
      onOpen={() => setOpened(true)}
    />
  );
}

/** An account that is managed elsewhere is edited there, in a new tab. */
function edit(row: AccountRow, label: string): RowAction {
  const external = row.federated_account_id === null ? null : row.federated_account_details_url;
  return external === null
    ? { label, icon: IconPencil, to: paths.accountEdit(row.id) }
    : { label, icon: IconExternalLink, href: external };
}
