/** How people of the platform itself sign in, on the page of its settings. */
import { useApi } from '../../api/query.ts';
import { problemText } from '../../api/show-problem.ts';
import { useProfile } from '../../session/profile.ts';
import { Busy } from '../../ui/Busy.tsx';
import { MethodCards } from './MethodCards.tsx';

export default function SettingsSignInSection() {
  // People of system scope belong to the platform's account.
  const own = useProfile().primary_account_id;
  const { data, error } = useApi('GET /account/ui-api/v1/account/{id}', { params: { id: own } });
  if (error && !data) return <p role="alert">{problemText(error)}</p>;
  return data ? <MethodCards account={data} /> : <Busy />;
}
