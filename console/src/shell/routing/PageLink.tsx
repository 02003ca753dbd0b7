/**
 * A link inside the console. `to` comes from paths.ts, with its query and hash; addresses outside are plain links.
 * Not the router's own link: that one marks every link to the current address, parents and list pages too, as the
 * current page.
 */
import { useRouter } from '@tanstack/react-router';
import type { ComponentPropsWithRef, MouseEvent, ReactNode } from 'react';
import { isOwnPath } from '../../paths.ts';

type Props = Omit<ComponentPropsWithRef<'a'>, 'href'> & { to: string; children?: ReactNode };

/** Clicks that open tabs or windows, or that somebody has handled, belong to the browser. */
function isPlain(event: MouseEvent<HTMLAnchorElement>): boolean {
  return (
    !event.defaultPrevented &&
    event.button === 0 &&
    !event.ctrlKey &&
    !event.metaKey &&
    !event.shiftKey &&
    !event.altKey
  );
}

export function PageLink({ to, children, onClick, onPointerEnter, target, ...rest }: Props) {
  const router = useRouter();
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
      onPointerEnter={(event) => {
        onPointerEnter?.(event);
        // The page's code is there by the time of the click.
        if (event.pointerType === 'mouse' && url.pathname !== location.pathname)
          void router.preloadRoute({ to: url.pathname, search: Object.fromEntries(url.searchParams) }).catch(() => {});
      }}
      onClick={(event) => {
        onClick?.(event);
        if (!isPlain(event) || (target && target !== '_self')) return;
        event.preventDefault();
        void router.navigate({ href: to });
      }}
    >
      {children}
    </a>
  );
}
