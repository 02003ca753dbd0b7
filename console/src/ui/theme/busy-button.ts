/** The element of every button. A busy one keeps the focus and does nothing; disabled, it would lose the focus. */
import { createElement, type ComponentProps, type MouseEvent } from 'react';

/** What Mantine's Button says of itself: `disabled` stands for a busy one too. */
type Props = ComponentProps<'button'> & { 'data-loading'?: boolean; 'data-disabled'?: boolean };

/** Enter and space click it, and so does what submits its form from a field. */
const BUSY = {
  'aria-busy': true,
  'aria-disabled': true,
  onClick: (event: MouseEvent) => event.preventDefault(),
} as const;

export function BusyButton({ disabled, type = 'button', ...button }: Props) {
  const isBusy = button['data-loading'] === true && button['data-disabled'] !== true;
  return createElement('button', { ...button, type, ...(isBusy ? BUSY : { disabled }) });
}
