/**
 * A link inside the console. `to` comes from paths.ts, with its query and hash; addresses outside are plain links.
 * Not the router's own link: that one marks every link to the current address, parents and list pages too, as the
 * current page.
 */
import { useRouter } from '@tanstack/react-router';
import { useRef, type ComponentPropsWithRef, type ReactNode } from 'react';
import { isOwnPath } from '../../paths.ts';
import { isPlainClick } from './plain-click.ts';

type Props = Omit<ComponentPropsWithRef<'a'>, 'href'> & { to: string; children?: ReactNode };

export function PageLink({ to, children, onClick, onPointerMove, target, ...rest }: Props) {
  const router = useRouter();
  const fetched = useRef('');
  const url = new URL(to, location.origin);
  if (url.origin !== location.origin || !isOwnPath(url.pathname))
    return (
      <a href={to} target={target} onClick={onClick} {...rest}>
        {children}
      </a>
    );
  return (
    <a
      href={to}
      target={target}
      {...rest}
      onPointerMove={(event) => {
        onPointerMove?.(event);
        // The page's code is there by the time of the click. A pointer that lies where a page has drawn a link has
        // entered it, but nobody has moved it there.
        if (event.pointerType !== 'mouse' || url.pathname === location.pathname || fetched.current === to) return;
        fetched.current = to;
        void router.preloadRoute({ to: url.pathname, search: Object.fromEntries(url.searchParams) }).catch(() => {});
      }}
      onClick={(event) => {
        onClick?.(event);
        if (!isPlainClick(event) || (target && target !== '_self')) return;
        event.preventDefault();
        void router.navigate({ href: to });
      }}
    >
      {children}
    </a>
  );
}
