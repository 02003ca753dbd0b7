/** What this tab remembers until it is closed, over page loads too; the only code that touches session storage. */
import { pageCopy } from './page-copy.ts';

const KEYS = {
  /** Names the sign-in that was begun in this tab. */
  loginState: 'login_state',
  /** The user name of that sign-in. */
  loginUserName: 'login_user_name',
  /** What names that sign-in while its second factor is awaited, and what may be given. */
  loginSecondFactor: 'login_second_factor',
  /** The ways by which that sign-in may go on, with their addresses. */
  loginWays: 'login_ways',
  /** Where that sign-in leads. */
  loginReturnPath: 'login_return_path',
  /** Who was signed in in this tab before another person was. */
  formerPerson: 'former_person',
  /** The language that was chosen before signing in. */
  chosenLanguage: 'chosen_language',
  /** The code that the setup asks for. */
  setupCode: 'setup_code',
  /** The request by which somebody makes a user for themselves: its link, its id and its secret. */
  selfServiceRequest: 'self_service_request',
  /** How far an invited person has come on the way to a certificate: what was typed, and the request of their key. */
  enrollment: 'enrollment',
  /** What people had typed and not saved when their session ended. */
  drafts: 'drafts',
} as const;
export type TabKey = keyof typeof KEYS;

const storage = pageCopy(() => sessionStorage);

export const readTab = (key: TabKey): string | null => storage.read(KEYS[key]);

/** `null` forgets it. */
export function writeTab(key: TabKey, value: string | null): void {
  if (value === null) storage.remove(KEYS[key]);
  else storage.write(KEYS[key], value);
}
