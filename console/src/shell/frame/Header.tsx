/** The header: which account and scope, help, notices, the person. */
import { useDisclosure } from '@mantine/hooks';
import { IconHelp, IconMenu2 } from '@tabler/icons-react';
import { useCallback, useState } from 'react';
import { useText } from '../../i18n/text.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { AccountSwitcher } from '../account/AccountSwitcher.tsx';
import { Bell } from '../notices/Bell.tsx';
import { Find } from '../palette/Find.tsx';
import { ProfileMenu } from './ProfileMenu.tsx';
import { useShortcuts } from '../keyboard/shortcuts.ts';
import { later } from '../routing/later.tsx';
import css from './frame.module.css';

const ShortcutsDialog = later(() => import('../keyboard/ShortcutsDialog.tsx'), null);

/** `onMenuNear`: the button of the menu is about to be used. */
type Props = { onMenu: () => void; onMenuNear: () => void };

export function Header({ onMenu, onMenuNear }: Props) {
  const t = useText();
  const [help, { open: show, close }] = useDisclosure(false);
  /** It fades as it closes. */
  const [asked, setAsked] = useState(false);
  const open = useCallback(() => {
    setAsked(true);
    show();
  }, [show]);
  useShortcuts(open);
  return (
    <header className={css.head}>
      <IconButton
        className="only-small"
        label={t('shell.openMenu')}
        icon={IconMenu2}
        iconSize={20}
        onClick={onMenu}
        onPointerDown={onMenuNear}
        onFocus={onMenuNear}
      />
      <AccountSwitcher />
      <Find />
      <div className={css.tools}>
        <IconButton className="only-wide" label={t('shell.help')} icon={IconHelp} onClick={open} />
        <Bell />
        <ProfileMenu onHelp={open} />
      </div>
      {asked && <ShortcutsDialog opened={help} onClose={close} />}
    </header>
  );
}
