/** The navigation on a small screen: loaded when its button is touched. */
import { Drawer } from '@mantine/core';
import { useText } from '../../i18n/text.ts';
import { SideNavigation } from '../navigation/SideNavigation.tsx';
import css from './frame.module.css';

export default function NavigationDrawer({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useText();
  return (
    <Drawer.Root opened={opened} onClose={onClose} size={280} padding={0} classNames={{ body: css.drawer ?? '' }}>
      <Drawer.Overlay />
      <Drawer.Content aria-label={t('nav.main')}>
        <Drawer.Body>
          <SideNavigation onFollow={onClose} />
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}
