/** What Logto is asked beside the same case of ours, and how many times as much per second we want to do. */
import { SEARCHES } from '../seed/names.ts';
import { CONNECTIONS, DONE, type Answer, type Memory, type Turn } from '../cases/case.ts';
import { bearer, PASSWORD, type Logto, type LogtoWire } from './logto.ts';
import { refreshAtLogto, signInAtLogto } from './sign-in.ts';

type Question = (wire: LogtoWire, turn: Turn, logto: Logto, memory: Memory) => Promise<Answer>;
export type PeerCase = {
  /** The title of our case. */
  title: string;
  times: number;
  ask: Question;
};

const LIMIT = 20;

/** A page of organizations with their exact total, which it counts for each page. */
const page =
  (query: (n: number) => Record<string, string>): Question =>
  async (wire, { n }, logto) => {
    const asked = new URLSearchParams({ page_size: String(LIMIT), ...query(n) });
    const { headers, text } = await wire.send('GET', `/api/organizations?${asked}`, { headers: bearer(logto.token) });
    if (!Number.isInteger(Number(headers['total-number']))) throw new Error('Logto told no total.');
    const { length } = JSON.parse(text) as unknown[];
    if (length === 0 && asked.get('q') === null) throw new Error('Logto answered an empty page.');
    return { rows: length, fingerprint: '' };
  };

const byId: Question = async (wire, { lane, n }, logto) => {
  const id = logto.organizations[(lane + n * CONNECTIONS * 7_919) % logto.organizations.length];
  const { text } = await wire.send('GET', `/api/organizations/${id}`, { headers: bearer(logto.token) });
  if ((JSON.parse(text) as { id: string }).id !== id) throw new Error('Logto answered another organization.');
  return { rows: 1, fingerprint: '' };
};

const personOf = ({ lane }: Turn, { people }: Logto): Logto['people'][number] => {
  const person = people[lane % people.length];
  if (!person) throw new Error('Nobody may sign in at Logto.');
  return person;
};

const password: Question = async (wire, turn, logto) => {
  await wire.send('POST', `/api/users/${personOf(turn, logto).id}/password/verify`, {
    headers: bearer(logto.token),
    body: { password: PASSWORD },
  });
  return DONE;
};

const wholeSignIn: Question = async (wire, turn, logto) => {
  await signInAtLogto(wire, logto, personOf(turn, logto).userName);
  return DONE;
};

const refresh: Question = async (wire, turn, logto, memory) => {
  const before = memory.get('refresh') ?? (await signInAtLogto(wire, logto, personOf(turn, logto).userName));
  memory.set('refresh', await refreshAtLogto(wire, logto, before));
  return DONE;
};

export const PEER_CASES: readonly PeerCase[] = [
  { title: 'Organizations, page 1 (system)', times: 10, ask: page(() => ({ page: '1' })) },
  { title: 'Organizations, page 4,500 (system)', times: 40, ask: page(() => ({ page: '4500' })) },
  {
    title: 'Organizations, search (system)',
    times: 10,
    ask: page((n) => ({ page: '1', q: SEARCHES[n % SEARCHES.length] ?? '' })),
  },
  { title: 'Organizations, one by id (system)', times: 5, ask: byId },
  { title: 'Sign-in, sign-in with password', times: 12, ask: password },
  { title: 'Sign-in, whole sign-in, both steps', times: 10, ask: wholeSignIn },
  { title: 'Sign-in, refresh, rotating', times: 8, ask: refresh },
];
