/** The person's menu: profile, sessions, colour scheme, sign out (S-093). */
import { Menu, useMantineColorScheme } from '@mantine/core';
import { IconDevices, IconKeyboard, IconLogout, IconUser } from '@tabler/icons-react';
import { useState } from 'react';
import { useCell } from '../../cell.ts';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { nameOf, useProfile } from '../../session/profile.ts';
import { signOut } from '../../session/sign-out.ts';
import { useAccountName } from '../account/account-name.ts';
import { ConfirmDialog } from '../confirm/ConfirmDialog.tsx';
import { unsavedForms } from '../form/unsaved-forms.ts';
import { escapeWhileOpening } from '../keyboard/escape-while-opening.ts';
import { useGo } from '../routing/go.ts';
import { initialsOf } from '../person/initials.ts';
import { usePageExists } from '../navigation/use-navigation.ts';
import css from './frame.module.css';

const icon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;
const SCHEMES = ['auto', 'light', 'dark'] as const;

export function ProfileMenu({ onHelp }: { onHelp: () => void }) {
  const t = useText();
  const go = useGo();
  const profile = useProfile();
  const name = nameOf(profile);
  const account = useAccountName();
  const exists = usePageExists();
  const unsaved = useCell(unsavedForms) > 0;
  const [asking, setAsking] = useState(false);
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  return (
    <>
      <Menu position="bottom-end" width={240} withinPortal={false}>
        <Menu.Target>
          <button
            type="button"
            onKeyDown={escapeWhileOpening}
            className={css.me}
            aria-label={t('shell.profileMenu', { name })}
          >
            <span className={css.avatar} data-initials={initialsOf(name)} aria-hidden />
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          <div className={css.who}>
            <div className="strong">{name}</div>
            <div>{profile.user_name}</div>
            <div>
              {t(`scope.${profile.access_scope}`)}, {account}
            </div>
          </div>
          <Menu.Divider />
          {exists(paths.profile()) && (
            <Menu.Item leftSection={<IconUser {...icon} />} onClick={() => go(paths.profile())}>
              {t('profile.title')}
            </Menu.Item>
          )}
          {exists(paths.profileSessions()) && (
            <Menu.Item leftSection={<IconDevices {...icon} />} onClick={() => go(paths.profileSessions())}>
              {t('sessions.title')}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconKeyboard {...icon} />} onClick={onHelp}>
            {t('shell.shortcuts')}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Label>{t('shell.scheme')}</Menu.Label>
          <Menu.RadioGroup
            value={colorScheme}
            onChange={(value) => setColorScheme(SCHEMES.find((scheme) => scheme === value) ?? 'auto')}
          >
            {SCHEMES.map((scheme) => (
              <Menu.RadioItem key={scheme} value={scheme}>
                {t(`shell.scheme.${scheme}`)}
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
          <Menu.Divider />
          <Menu.Item
            leftSection={<IconLogout {...icon} />}
            onClick={() => (unsaved ? setAsking(true) : void signOut())}
          >
            {t('shell.signOut')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ConfirmDialog
        opened={asking}
        title={t('form.leaveTitle')}
        act={t('shell.signOut')}
        cancel={t('form.stay')}
        danger
        onConfirm={() => void signOut()}
        onClose={() => setAsking(false)}
      >
        {t('form.leaveBody')}
      </ConfirmDialog>
    </>
  );
}
