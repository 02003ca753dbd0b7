/** What can be done to a row or a record, behind three dots. */
import { Menu, UnstyledButton } from '@mantine/core';
import { IconDots, type Icon } from '@tabler/icons-react';
import { useRef } from 'react';
import { escapeWhileOpening } from '../keyboard/escape-while-opening.ts';
import { useGo } from '../routing/go.ts';
import css from './row-actions.module.css';

export type RowAction = {
  label: string;
  icon: Icon;
  danger?: boolean;
  /** Why it can't be done now; the entry stays, says so, and does nothing. */
  whyNot?: string | null;
} & ({ to: string } | { act: () => void } | { href: string });

/** Out of the table, which clips, but within the page's main part. */
const IN_MAIN = { target: '#main' };

/** `label` names the button: "Actions for Nordmark Treasury". */
type Props = { label: string; actions: readonly RowAction[]; onOpen?: () => void };

export function RowActions({ label: menuLabel, actions, onOpen }: Props) {
  const go = useGo();
  const dots = useRef<HTMLButtonElement>(null);
  if (actions.length === 0) return null;
  /** What asks in a dialog gives the focus back to what had it before: the button, for the menu has gone by then. */
  const run = (action: { to: string } | { act: () => void }) => {
    if ('to' in action) return go(action.to);
    dots.current?.focus({ preventScroll: true });
    action.act();
  };
  return (
    <Menu position="bottom-end" portalProps={IN_MAIN} {...(onOpen ? { onOpen } : {})}>
      <Menu.Target>
        <UnstyledButton ref={dots} onKeyDown={escapeWhileOpening} className={css.dots} aria-label={menuLabel}>
          <IconDots size={18} stroke={1.75} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map((action) => {
          const { label, icon: Sign, danger, whyNot } = action;
          const look = {
            leftSection: <Sign size={16} stroke={1.75} aria-hidden />,
            ...(danger ? { c: 'var(--sg-danger-ink)' } : {}),
          };
          // Arrow keys stop on it too, so that its reason is read out; Mantine's own mark would make them pass it by.
          if (whyNot)
            return (
              <Menu.Item
                key={label}
                leftSection={look.leftSection}
                className={css.off ?? ''}
                aria-disabled
                closeMenuOnClick={false}
              >
                {label}
                <span className={css.reason}>{whyNot}</span>
              </Menu.Item>
            );
          if ('href' in action)
            return (
              <Menu.Item key={label} {...look} component="a" href={action.href} target="_blank" rel="noreferrer">
                {label}
              </Menu.Item>
            );
          return (
            <Menu.Item key={label} {...look} onClick={() => run(action)}>
              {label}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
