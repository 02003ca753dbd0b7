/** A question or a form over the page. Its cross has a name; the focus goes back to where it came from. */
import { Modal, type ModalProps } from '@mantine/core';
import { useText } from '../i18n/text.ts';

export function Dialog(props: Pick<ModalProps, 'opened' | 'onClose' | 'title' | 'size' | 'children'>) {
  const t = useText();
  return <Modal {...props} closeButtonProps={{ 'aria-label': t('common.close') }} />;
}
