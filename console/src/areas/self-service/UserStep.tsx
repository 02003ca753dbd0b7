/** Third step: names and how the person signs in; where no user can be made, why. */
import { useQuery } from '@tanstack/react-query';
import { callPublic } from '../../api/call.ts';
import { PageBusy } from '../../shell/routing/PageBusy.tsx';
import { NotHere } from './NotHere.tsx';
import type { OwnRequest, Step } from './own-request.ts';
import { UserForm } from './UserForm.tsx';

type Props = Step & { request: OwnRequest; onDone: () => void };

export function UserStep(props: Props) {
  const { id, state } = props.request;
  const { data, error } = useQuery({
    queryKey: ['self-service', 'eligibility', id],
    queryFn: async () =>
      (
        await callPublic('GET /account/ui-api/v1/self-service-user/{id}/inline-onboarding-eligibility', {
          params: { id },
          query: { state },
        })
      ).data,
    staleTime: 'static',
    gcTime: 0,
  });
  // Where nobody answers the form opens, and says so when it is sent.
  if (!data && !error) return <PageBusy />;
  if (!data?.why_not) return <UserForm {...props} />;
  return <NotHere reason={data.why_not} />;
}
