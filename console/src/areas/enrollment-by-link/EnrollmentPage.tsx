/**
 * Where the link of an invitation leads (S-034): somebody without a session makes a certificate whose key never leaves
 * their browser or their key store. Opening the page changes nothing, since mail scanners open links.
 */
import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import { ENROLLMENT_METHODS } from '@signet/contract/areas/enrollment-rules';
import { callPublic } from '../../api/call.ts';
import { asFailure, NETWORK, UNKNOWN, type Failure } from '../../api/failure.ts';
import { problemText } from '../../api/show-problem.ts';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { useGo } from '../../shell/routing/go.ts';
import { onDemand } from '../../shell/routing/on-demand.ts';
import { PageBusy } from '../../shell/routing/PageBusy.tsx';
import { Failed } from '../../ui/Failed.tsx';
import { BrowserEnrollment } from './BrowserEnrollment.tsx';
import type { Opened } from './opened.ts';

/** Loaded where the assistant is needed: the code of its channel is no small one. */
const AssistantEnrollment = onDemand(() => import('./AssistantEnrollment.tsx'));

export default function EnrollmentPage() {
  const t = useText();
  const { enrollmentId: id = '', enrollmentCode: code = '' }: { enrollmentId?: string; enrollmentCode?: string } =
    useParams({ strict: false });
  const query = useQuery({
    queryKey: ['enrollment', id, code],
    queryFn: async () => {
      const { data } = await callPublic('GET /account/ui-api/v2/enrollment/{id}/{code}', { params: { id, code } });
      return { enrollment: data, at: performance.now() };
    },
    staleTime: 'static',
    gcTime: 0,
    retry: false,
  });
  const [changes, setChanges] = useState(0);
  if (query.data && !query.error)
    return (
      <Variant
        key={changes}
        enrollment={query.data.enrollment}
        code={code}
        answeredAt={query.data.at}
        isChanged={changes > 0}
        onChanged={async () => {
          await query.refetch();
          setChanges((count) => count + 1);
        }}
      />
    );
  if (!query.error) return <PageBusy />;
  const failure = asFailure(query.error);
  // Nobody has answered: the link may be good, and the same page tries again.
  if (failure.network && failure.httpStatus === 0)
    return (
      <Failed level={1} title={t('page.failed')} message={problemText(failure)} onRetry={() => void query.refetch()} />
    );
  return <Refused status={statusOf(failure)} />;
}

/** The code that the page says why by; an answer of nothing but 5xx says that the link was not looked at. */
function statusOf({ status, httpStatus }: Failure): string | undefined {
  if (status !== UNKNOWN && status !== NETWORK) return status;
  return httpStatus >= 500 ? 'INTERNAL' : undefined;
}

/** Any answer but 200 leads to the page that says why (S-159, S-432). */
function Refused({ status }: { status: string | undefined }) {
  const go = useGo();
  const to = paths.enrollmentError(status?.toLowerCase());
  useEffect(() => go(to, { replace: true }), [go, to]);
  return <PageBusy />;
}

function Variant({ enrollment, ...opened }: Opened) {
  // The address of the page may name the variant of installing (S-105); else it is the one that was invited to.
  const { enrollment_method: named }: { enrollment_method?: string } = useSearch({ strict: false });
  const method = ENROLLMENT_METHODS.find((one) => one === named) ?? enrollment.enrollment_method;
  return enrollment.keystore_location === 'browser' ? (
    <BrowserEnrollment {...opened} enrollment={enrollment} />
  ) : (
    <Suspense fallback={<PageBusy />}>
      <AssistantEnrollment {...opened} enrollment={{ ...enrollment, enrollment_method: method }} />
    </Suspense>
  );
}
