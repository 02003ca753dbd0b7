/** Pieces of a page that are loaded when they are first shown: what opens on a click, and what few people see. */
import { Suspense, type ComponentType, type ReactNode } from 'react';
import { Busy } from '../../ui/Busy.tsx';
import { onDemand } from './on-demand.ts';

type Piece<P> = ComponentType<P> & {
  /** Fetches it ahead, where it is likely to be wanted next. */
  preload: () => void;
};

/** The default export of a file, as `later(() => import('./Piece.tsx'))`; `meanwhile` stands in its place. */
export function later<P extends object>(
  load: () => Promise<{ default: (props: P) => ReactNode }>,
  meanwhile: ReactNode = <Busy />,
): Piece<P> {
  const Loaded = onDemand<{ default: (props: P) => ReactNode }, 'default'>(load);
  function Later(props: P) {
    return (
      <Suspense fallback={meanwhile}>
        <Loaded {...props} />
      </Suspense>
    );
  }
  // Where it fails the piece itself fails, and says so.
  return Object.assign(Later, { preload: () => void Loaded.preload?.()?.catch(() => undefined) });
}
