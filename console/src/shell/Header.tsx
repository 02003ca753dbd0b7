/** The header: which account and scope, help, notices, the person. */
import { useDisclosure } from '@mantine/hooks';
import { IconHelp, IconMenu2 } from '@tabler/icons-react';
import { useText } from '../i18n/text.ts';
import { useProfile } from '../session/profile.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { Tag } from '../ui/State.tsx';
import { useAccountName } from './account-name.ts';
import { Bell } from './Bell.tsx';
import { initialsOf } from './initials.ts';
import { ProfileMenu } from './ProfileMenu.tsx';
import { ShortcutsDialog } from './ShortcutsDialog.tsx';
import { useShortcuts } from './shortcuts.ts';
import css from './shell.module.css';

export function Header({ onMenu }: { onMenu: () => void }) {
  const t = useText();
  const account = useAccountName();
  const scope = useProfile().access_scope;
  const [help, { open, close }] = useDisclosure(false);
  useShortcuts(open);
  return (
    <header className={css.head}>
      <IconButton className="only-small" label={t('shell.openMenu')} icon={IconMenu2} iconSize={20} onClick={onMenu} />
      <div className={css.account}>
        <span className={css.glyph} aria-hidden>{initialsOf(account)}</span>
        <span className="cut" title={account}>{account}</span>
        <span className={`only-wide ${css.scope}`}><Tag>{t(`scope.${scope}`)}</Tag></span>
      </div>
      <div className={css.tools}>
        <IconButton className="only-wide" label={t('shell.help')} icon={IconHelp} onClick={open} />
        <Bell />
        <ProfileMenu onHelp={open} />
      </div>
      <ShortcutsDialog opened={help} onClose={close} />
    </header>
  );
}
