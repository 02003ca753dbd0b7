/** What is asked before a key is lost that is nowhere else. */
import type { LeaveWords } from '../form/LeaveGuard.tsx';

export const LEAVE_THE_KEY: LeaveWords = {
  title: 'certificates.leave.title',
  body: 'certificates.leave.body',
  act: 'certificates.leave.act',
  stay: 'certificates.leave.stay',
};
