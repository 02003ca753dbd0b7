/**
 * A question or a form over the page. Its cross has a name; its first field has the focus, without fields what
 * says `data-autofocus`; the focus goes back to where it came from.
 */
import { Modal, type ModalProps } from '@mantine/core';
import { useRef, type MouseEvent } from 'react';
import { useText } from '../../i18n/text.ts';
import { useFirstFocus } from '../keyboard/first-focus.ts';
// Public pages show it as well.
import '../../ui/theme/mantine-secured.ts';

type Props = Pick<ModalProps, 'opened' | 'onClose' | 'title' | 'size' | 'children' | 'transitionProps'> & {
  /** Only a button of its own puts it away: no cross, no Escape, no click beside it. */
  stays?: boolean;
};

/** What is pressed beside it would take the focus away, to a page that can't be used. */
function keepFocus(event: MouseEvent): void {
  if (event.target instanceof Element && !event.target.closest('[role=dialog]')) event.preventDefault();
}

export function Dialog({ stays = false, children, ...props }: Props) {
  const t = useText();
  const body = useRef<HTMLDivElement>(null);
  // Not while it fades: the focus has gone back to where it came from.
  useFirstFocus(body, props.opened);
  return (
    <Modal
      {...props}
      {...(stays && {
        withCloseButton: false,
        closeOnEscape: false,
        closeOnClickOutside: false,
        onMouseDown: keepFocus,
      })}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      {/* It is answered once: the second click of two may meet it while it fades. */}
      <div ref={body} inert={!props.opened}>
        {children}
      </div>
    </Modal>
  );
}
