/** What can be done to an account, in its row and on its page; each act is said in full before it happens. */
import type { Account, AccountRow } from '@signet/contract/areas/accounts';
import { IconLink, IconPlayerPause, IconPlayerPlay, IconTrash, IconUsersGroup } from '@tabler/icons-react';
import { useState } from 'react';
import { problemText } from '../../api/show-problem.ts';
import { useText } from '../../i18n/text.ts';
import { useFeatures } from '../../session/profile.ts';
import { RowActions, type RowAction } from '../../shell/record/RowActions.tsx';
import { later } from '../../shell/routing/later.tsx';
import type { Act } from './AccountActs.tsx';

const AccountActs = later(() => import('./AccountActs.tsx'), null);

type WhyNot = Account['why_not'][Act];

type Props = {
  account: AccountRow;
  whyNot: Readonly<Record<Act, WhyNot>>;
  /** What stands before these. */
  first?: readonly RowAction[];
  /** The menu is there only for more than one thing to do. */
  forSeveral?: boolean;
  onOpen?: () => void;
  /** It is deleted: leads away from its page. */
  onDeleted?: () => void;
};

export function AccountMenu({ account, whyNot, first = [], forSeveral = false, onOpen, onDeleted }: Props) {
  const t = useText();
  const partners = useFeatures()['AM_enable_partner_scope'] === true;
  const [opened, setOpened] = useState<Act | null>(null);
  /** A list has many of these, and few are ever asked for; what has been asked for fades as it closes. */
  const [asked, setAsked] = useState(false);
  /** Without an act, its dialog could not be loaded. */
  const close = (act?: Act) => setOpened((now) => (act === undefined || now === act ? null : now));
  /** An act that this person could never do is left out; one that only this account forbids says why. */
  const entry = (
    act: Act,
    look: Omit<RowAction, 'whyNot' | 'act' | 'to' | 'href'> & { label: string; icon: RowAction['icon'] },
  ): RowAction[] => {
    const reason = whyNot[act];
    if (reason?.status === 'FORBIDDEN') return [];
    const ask = () => {
      setAsked(true);
      setOpened(act);
    };
    return [{ ...look, whyNot: reason && problemText({ message: '', ...reason }), act: ask }];
  };
  const actions = [
    ...first,
    ...entry(
      'switch',
      account.switched_on
        ? { label: t('accounts.switchOff'), icon: IconPlayerPause }
        : { label: t('accounts.switchOn'), icon: IconPlayerPlay },
    ),
    ...(partners ? entry('reassign', { label: t('accounts.reassign'), icon: IconUsersGroup }) : []),
    ...(account.federated_account_id === null ? entry('link', { label: t('accounts.link'), icon: IconLink }) : []),
    ...entry('delete', { label: t('accounts.delete'), icon: IconTrash, danger: true }),
  ];
  return (
    <>
      <RowActions
        label={t('list.actionsFor', { name: account.display_name })}
        actions={forSeveral && actions.length === 1 ? [] : actions}
        onOpen={() => {
          AccountActs.preload();
          onOpen?.();
        }}
      />
      {asked && <AccountActs account={account} opened={opened} onClose={close} {...(onDeleted ? { onDeleted } : {})} />}
    </>
  );
}
