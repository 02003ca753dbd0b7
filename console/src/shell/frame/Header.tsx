/** The header: which account and scope, help, notices, the person. */
import { useDisclosure } from '@mantine/hooks';
import { IconHelp, IconMenu2 } from '@tabler/icons-react';
import { useText } from '../../i18n/text.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { AccountSwitcher } from '../account/AccountSwitcher.tsx';
import { Bell } from '../notices/Bell.tsx';
import { Find } from '../palette/Find.tsx';
import { ProfileMenu } from './ProfileMenu.tsx';
import { ShortcutsDialog } from '../keyboard/ShortcutsDialog.tsx';
import { useShortcuts } from '../keyboard/shortcuts.ts';
import css from './frame.module.css';

export function Header({ onMenu }: { onMenu: () => void }) {
  const t = useText();
  const [help, { open, close }] = useDisclosure(false);
  useShortcuts(open);
  return (
    <header className={css.head}>
      <IconButton className="only-small" label={t('shell.openMenu')} icon={IconMenu2} iconSize={20} onClick={onMenu} />
      <AccountSwitcher />
      <Find />
      <div className={css.tools}>
        <IconButton className="only-wide" label={t('shell.help')} icon={IconHelp} onClick={open} />
        <Bell />
        <ProfileMenu onHelp={open} />
      </div>
      <ShortcutsDialog opened={help} onClose={close} />
    </header>
  );
}
