/** The frame of a panel: docked at the right of the page where there is room, else a drawer over it. */
import { Drawer } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconX } from '@tabler/icons-react';
import { useContext, type ReactNode } from 'react';
import { useText } from '../../i18n/text.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { PanelPlaceContext, type PanelPlace } from './record-panel.ts';
import css from './panel.module.css';

/** From this width on the page keeps room enough beside it; as in panel.module.css. */
const DOCKED = '(min-width: 80em)';

type Props = {
  /** Beside the title, before the cross. */
  actions?: ReactNode;
  children: ReactNode;
};

export function Panel({ actions, children }: Props) {
  const place = useContext(PanelPlaceContext);
  const docked = useMediaQuery(DOCKED, undefined, { getInitialValueInEffect: false });
  if (!place) return null;
  const content = (
    <>
      <Head place={place} actions={actions} />
      {children}
    </>
  );
  if (docked)
    return (
      <section id={place.id} className={css.panel} aria-labelledby={headingOf(place)}>
        {content}
      </section>
    );
  return (
    <Drawer.Root opened onClose={place.onClose} position="right" size={380} padding={0}>
      <Drawer.Overlay />
      <Drawer.Content aria-label={place.title}>
        <Drawer.Body id={place.id} className={css.drawer ?? ''}>
          {content}
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}

const headingOf = ({ id }: PanelPlace): string => `${id}-title`;

function Head({ place, actions }: { place: PanelPlace; actions: ReactNode }) {
  const t = useText();
  return (
    <header className={css.head}>
      <h2 id={headingOf(place)}>{place.title}</h2>
      {actions}
      <IconButton icon={IconX} label={t('common.close')} onClick={place.onClose} />
    </header>
  );
}
