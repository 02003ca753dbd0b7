/** The navigation on a small screen: loaded when its button is touched. */
import { Drawer } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useEffect, useState, type MouseEvent } from 'react';
import { useText } from '../../i18n/text.ts';
import { SideNavigation } from '../navigation/SideNavigation.tsx';
import { isPlainClick } from '../routing/plain-click.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import css from './frame.module.css';

export default function NavigationDrawer({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useText();
  /** The page that comes, not the button that opened this, is where the person goes on. */
  const [isLeft, setLeft] = useState(false);
  const leave = (event: MouseEvent) => {
    // Who opens a page beside this one has not left.
    if (!isPlainClick(event)) return;
    setLeft(true);
    onClose();
    document.getElementById('main')?.focus({ preventScroll: true });
  };
  useEffect(() => {
    if (opened) setLeft(false);
  }, [opened]);
  return (
    <Drawer.Root
      opened={opened}
      onClose={onClose}
      returnFocus={!isLeft}
      size={280}
      padding={0}
      classNames={{ body: css.drawer ?? '' }}
    >
      <Drawer.Overlay />
      <Drawer.Content aria-label={t('nav.main')}>
        <Drawer.Body>
          <IconButton className={css.closeDrawer} label={t('common.close')} icon={IconX} onClick={onClose} />
          <SideNavigation onFollow={leave} />
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}
