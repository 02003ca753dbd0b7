/** What shows while a page is on its way, and when it can't come at all. */
import type { ErrorComponentProps } from '@tanstack/react-router';
import { useRouter } from '@tanstack/react-router';
import { asFailure } from '../../api/failure.ts';
import { problemText } from '../../api/show-problem.ts';
import { useText } from '../../i18n/text.ts';
import { Busy } from '../../ui/Busy.tsx';
import { Failed } from '../../ui/Failed.tsx';
import css from './page.module.css';

export function PagePending() {
  return <Busy />;
}

/** A page that can't come, inside its frame. */
export function PageFailed({ error, reset }: ErrorComponentProps) {
  const t = useText();
  const router = useRouter();
  const failure = asFailure(error);
  return (
    <div className={css.failed}>
      <Failed
        level={1}
        title={t('page.failed')}
        message={failure.correlationId || failure.network ? problemText(failure) : t('page.failedBody')}
        correlationId={failure.correlationId}
        onRetry={() => {
          reset();
          void router.invalidate();
        }}
      />
    </div>
  );
}

/** The same where the frame can't come either: then this is the main part of what there is. */
export function FrameFailed(props: ErrorComponentProps) {
  return (
    <main>
      <PageFailed {...props} />
    </main>
  );
}
