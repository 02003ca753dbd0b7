/** Pieces of a page that are loaded when they are first shown: what opens on a click, and what few people see. */
import { CatchBoundary, type ErrorComponentProps } from '@tanstack/react-router';
import { Suspense, useState, type ComponentType, type ReactNode } from 'react';
import { asFailure } from '../../api/failure.ts';
import { problemText, showProblem } from '../../api/show-problem.ts';
import { useText } from '../../i18n/text.ts';
import { Busy } from '../../ui/Busy.tsx';
import { Failed } from '../../ui/Failed.tsx';
import { onDemand } from './on-demand.ts';

type Piece<P> = ComponentType<P> & {
  /** Fetches it ahead, where it is likely to be wanted next. */
  preload: () => void;
};

/** What a dialog has, and other pieces have not; of several dialogs, `opened` names the open one, or is null. */
type Opening = { opened?: boolean | string | null; onClose?: () => void };

/**
 * The default export of a file, as `later(() => import('./Piece.tsx'))`; `meanwhile` stands in its place. Where it does
 * not come, its place says so and the page around it stays; with nothing in its place (null) a notice does, and a
 * dialog counts as closed.
 */
export function later<P extends object>(
  load: () => Promise<{ default: (props: P) => ReactNode }>,
  meanwhile: ReactNode = <Busy />,
): Piece<P> {
  const Loaded = onDemand<{ default: (props: P) => ReactNode }, 'default'>(load);
  const preload = (): void => void Loaded.preload?.()?.catch(() => undefined);
  let failed = false;
  const fetchAgain = (): null => {
    if (failed) preload();
    failed = false;
    return null;
  };
  /** What has failed is fetched again as soon as it is wanted again. */
  function Wanted(props: P) {
    useState(fetchAgain);
    return <Loaded {...props} />;
  }
  function Later(props: P) {
    const { opened, onClose }: Opening = props;
    const onCatch = (error: unknown): void => {
      failed = true;
      if (meanwhile !== null) return;
      showProblem(error);
      onClose?.();
    };
    return (
      <CatchBoundary
        getResetKey={() => String(opened)}
        errorComponent={meanwhile === null ? Nothing : MissingPiece}
        onCatch={onCatch}
      >
        <Suspense fallback={meanwhile}>
          {failed && (opened === false || opened === null) ? null : <Wanted {...props} />}
        </Suspense>
      </CatchBoundary>
    );
  }
  return Object.assign(Later, { preload });
}

const Nothing = (): null => null;

function MissingPiece({ error, reset }: ErrorComponentProps) {
  const t = useText();
  return <Failed title={t('page.pieceFailed')} message={problemText(asFailure(error))} onRetry={reset} />;
}
