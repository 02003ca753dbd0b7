/** A question or a form over the page. Its cross has a name; the focus goes back to where it came from. */
import { Modal, type ModalProps } from '@mantine/core';
import { useText } from '../i18n/text.ts';

type Props = Pick<ModalProps, 'opened' | 'onClose' | 'title' | 'size' | 'children'> & {
  /** Only a button of its own puts it away: no cross, no Escape, no click beside it. */
  stays?: boolean;
};

export function Dialog({ stays = false, ...props }: Props) {
  const t = useText();
  return (
    <Modal
      {...props}
      {...(stays && { withCloseButton: false, closeOnEscape: false, closeOnClickOutside: false })}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    />
  );
}
