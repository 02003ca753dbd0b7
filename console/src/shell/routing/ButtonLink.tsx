/** A link that looks like a button. */
import { Button, type ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';
import type { PageKey } from '../keyboard/page-keys.ts';
import { PageLink } from './PageLink.tsx';

/** `pageKey`: the single key that follows it from anywhere on its page: C creates, E edits (shortcuts.ts). */
type Props = ButtonProps & { to: string; children: ReactNode; pageKey?: PageKey };

export function ButtonLink({ to, children, pageKey, ...rest }: Props) {
  return (
    <Button
      {...rest}
      renderRoot={(root: Record<string, unknown>) => (
        <PageLink {...root} to={to} data-page-key={pageKey}>
          {root['children'] as ReactNode}
        </PageLink>
      )}
    >
      {children}
    </Button>
  );
}
