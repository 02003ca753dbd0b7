/** Which account the person works in; those who belong to several choose here. */
import { Menu, UnstyledButton } from '@mantine/core';
import { IconCheck, IconSelector } from '@tabler/icons-react';
import { useText } from '../../i18n/text.ts';
import { useProfile } from '../../session/profile.ts';
import { useToday } from '../../session/today.ts';
import { Tag } from '../../ui/State.tsx';
import { hasEnded } from './account-expiry.ts';
import { AccountState } from './AccountState.tsx';
import { chooseAccount, useAccountName, useCurrentAccount } from './account-name.ts';
import { escapeWhileOpening } from '../keyboard/escape-while-opening.ts';
import { initialsOf } from '../person/initials.ts';
import css from '../frame/frame.module.css';

export function AccountSwitcher() {
  const t = useText();
  const name = useAccountName();
  const current = useCurrentAccount();
  const today = useToday();
  const { accounts, access_scope: scope } = useProfile();
  const currentName = (
    <>
      <span className={css.glyph} aria-hidden>
        {initialsOf(name)}
      </span>
      <span className="cut" title={name}>
        {name}
      </span>
      <span className={`only-wide ${css.scope}`}>
        <Tag>{t(`scope.${scope}`)}</Tag>
      </span>
    </>
  );
  if (accounts.length < 2) return <div className={css.account}>{currentName}</div>;
  return (
    <Menu position="bottom-start" withinPortal={false}>
      <Menu.Target>
        <UnstyledButton onKeyDown={escapeWhileOpening} className={`${css.account} ${css.switcher}`}>
          {currentName}
          <span className="vh">{t('shell.switchAccount')}</span>
          <IconSelector size={16} stroke={1.75} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown className={css.accounts}>
        <Menu.Label>{t('shell.yourAccounts')}</Menu.Label>
        {accounts.map((account) => (
          <Menu.Item
            key={account.id}
            // An account out of service can't be worked in; it stays in the list, also for arrow keys, and says why.
            {...(account.active
              ? { onClick: () => chooseAccount(account.id) }
              : { 'aria-disabled': true, closeMenuOnClick: false, className: css.out })}
            leftSection={
              account.id === current?.id ? (
                <IconCheck size={16} stroke={1.75} aria-hidden />
              ) : (
                <span className={css.noCheck} />
              )
            }
            rightSection={
              !account.active && (
                <AccountState
                  active={false}
                  word={t(hasEnded(account, today) ? 'accounts.expired' : 'accounts.inactive')}
                />
              )
            }
            aria-current={account.id === current?.id || undefined}
          >
            {account.display_name || account.name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
