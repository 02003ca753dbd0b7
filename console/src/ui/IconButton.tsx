/** A button that is only an icon: it always has a name, and shows it as a tooltip. */
import { UnstyledButton } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ComponentPropsWithRef } from 'react';
import { useTip } from './Tip.tsx';
import css from './icon-button.module.css';

type Props = Omit<ComponentPropsWithRef<'button'>, 'children'> & {
  label: string;
  icon: Icon;
  /** Edge length in px: 32 in toolbars, 24 in rows. On touch screens it grows to 44. */
  size?: 24 | 32;
  iconSize?: number;
};

export function IconButton({ label, icon: Icon, size = 32, iconSize = 18, className, ...rest }: Props) {
  const { handlers, tip } = useTip(label);
  return (
    <>
      <UnstyledButton
        component="button"
        type="button"
        aria-label={label}
        {...handlers}
        {...rest}
        className={`${css.button} ${size === 24 ? css.small : ''} ${className ?? ''}`}
      >
        <Icon size={iconSize} stroke={1.75} aria-hidden />
      </UnstyledButton>
      {tip}
    </>
  );
}
