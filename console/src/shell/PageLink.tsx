/** A link inside the console. `to` comes from paths.ts, with its query and hash; addresses outside are plain links. */
import { Link } from '@tanstack/react-router';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import { isOwnPath } from '../paths.ts';

type Props = Omit<ComponentPropsWithRef<'a'>, 'href'> & { to: string; children?: ReactNode };

export function PageLink({ to, children, ...rest }: Props) {
  const url = new URL(to, location.origin);
  if (url.origin !== location.origin || !isOwnPath(url.pathname)) return <a href={to} {...rest}>{children}</a>;
  return (
    <Link to={url.pathname} search={Object.fromEntries(url.searchParams)} hash={url.hash.slice(1)} {...rest}>
      {children}
    </Link>
  );
}
