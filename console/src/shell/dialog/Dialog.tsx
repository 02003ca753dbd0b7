/** A question or a form over the page. Its cross has a name; the focus goes back to where it came from. */
import { Modal, type ModalProps } from '@mantine/core';
import type { MouseEvent } from 'react';
import { useText } from '../i18n/text.ts';

type Props = Pick<ModalProps, 'opened' | 'onClose' | 'title' | 'size' | 'children' | 'transitionProps'> & {
  /** Only a button of its own puts it away: no cross, no Escape, no click beside it. */
  stays?: boolean;
};

/** What is pressed beside it would take the focus away, to a page that can't be used. */
function keepFocus(event: MouseEvent): void {
  if (event.target instanceof Element && !event.target.closest('[role=dialog]')) event.preventDefault();
}

export function Dialog({ stays = false, ...props }: Props) {
  const t = useText();
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
    />
  );
}
