/** The buttons that open and close the panels of a record, and the panel that is open. */
import { Button } from '@mantine/core';
import { useText } from '../../i18n/text.ts';
import { PanelPlaceContext, type Panels } from './record-panel.ts';

/** As they stand among the actions of the page. */
export function PanelButtons<R>({ panels: { here, open, show } }: { panels: Panels<R> }) {
  const t = useText();
  return here.map(({ id, title, icon: Icon }) => (
    <Button
      key={id}
      id={buttonOf(id)}
      aria-expanded={open?.id === id}
      aria-controls={open?.id === id ? id : undefined}
      {...(open?.id === id ? { bg: 'var(--sg-active)' } : {})}
      leftSection={<Icon size={16} stroke={1.75} aria-hidden />}
      onClick={() => show(open?.id === id ? null : id)}
    >
      {t(title)}
    </Button>
  ));
}

const buttonOf = (id: string): string => `${id}-button`;

export function OpenPanel<R>({ panels: { open, show }, record }: { panels: Panels<R>; record: R }) {
  const t = useText();
  if (!open) return null;
  const { id, title, Content } = open;
  const onClose = () => {
    show(null);
    // The cross that had the focus is gone with the panel.
    document.getElementById(buttonOf(id))?.focus();
  };
  return (
    <PanelPlaceContext value={{ id, title: t(title), onClose }}>
      <Content record={record} />
    </PanelPlaceContext>
  );
}
