/** Moves to an address of paths.ts from code. */
import { useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import { isOwnPath } from '../../paths.ts';

export function useGo(): (to: string, options?: { replace?: boolean }) => void {
  const router = useRouter();
  return useCallback(
    (to, options) => {
      const url = new URL(to, location.origin);
      if (url.origin === location.origin && isOwnPath(url.pathname)) void router.navigate({ href: to, ...options });
      else location.assign(to);
    },
    [router],
  );
}

/**
 * To ask before something that takes a while: answers whether the person has stayed on this page until then. Who has
 * gone elsewhere meanwhile is not taken away from there, nor from this page where they came back to it.
 */
export function useStillHere(): () => () => boolean {
  const router = useRouter();
  return useCallback(() => {
    let here = true;
    const stop = router.subscribe('onBeforeLoad', ({ pathChanged }) => {
      if (!pathChanged) return;
      here = false;
      stop();
    });
    return () => here;
  }, [router]);
}

/** To ask before something that takes a while: leads on with what came of it, where the person is still on the page. */
export function useGoOn(): () => (to: string) => void {
  const go = useGo();
  const here = useStillHere();
  return useCallback(() => {
    const isHere = here();
    return (to) => {
      if (isHere()) go(to);
    };
  }, [go, here]);
}
