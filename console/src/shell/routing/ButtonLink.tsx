/** A link that looks like a button. */
import { Button, type ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { PageLink } from './PageLink.tsx';

export function ButtonLink({ to, children, ...rest }: ButtonProps & { to: string; children: ReactNode }) {
  return (
    <Button
      {...rest}
      renderRoot={(root: Record<string, unknown>) => (
        <PageLink {...root} to={to}>
          {root['children'] as ReactNode}
        </PageLink>
      )}
    >
      {children}
    </Button>
  );
}
