/**
 * Signs in as another person of the demo. Only `npm run dev` loads it; nobody else reads it, so its words have no keys.
 */
import { development } from '@signet/contract/development';
import type { ResponseOf } from '@signet/contract/endpoint';
import { useQuery } from '@tanstack/react-query';
import { send } from '../../api/send.ts';
import { showProblem } from '../../api/show-problem.ts';
import { beginCallback } from '../../session/begun-sign-in.ts';
import { profileQuery } from '../../session/profile.ts';
import css from './person-switch.module.css';

type People = ResponseOf<typeof development.people>;

/** Signs in as a person and comes back to the page that is open, now with that person's rights. */
async function become(userName: string): Promise<void> {
  const { body } = await send({
    method: development.signIn.method,
    path: development.signIn.path,
    body: { user_name: userName },
  });
  const { pathname, search, hash } = location;
  const target = new URL(beginCallback((body as ResponseOf<typeof development.signIn>).return_url), location.origin);
  target.searchParams.set('returnPath', pathname + search + hash);
  location.assign(target);
}

export default function PersonSwitch() {
  const { data } = useQuery({
    queryKey: ['development people'],
    queryFn: async () =>
      (await send({ method: development.people.method, path: development.people.path })).body as People,
    staleTime: 'static',
    retry: false,
  });
  const current = useQuery({ ...profileQuery, enabled: false }).data?.user_name ?? '';
  if (!data) return null;
  return (
    <aside className={css.switch} aria-label="Person switch of the development server">
      <label>
        <span>Be</span>
        <select value={current} onChange={(event) => void become(event.currentTarget.value).catch(showProblem)}>
          {current === '' && <option value="">nobody</option>}
          {data.items.map((person) => (
            <option key={person.user_name} value={person.user_name}>
              {person.user_name} · {person.scope} · {person.account_name}
            </option>
          ))}
        </select>
      </label>
    </aside>
  );
}
