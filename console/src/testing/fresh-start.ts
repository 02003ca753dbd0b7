/**
 * Before each test of a component: nothing that the one before has shown, said or kept is there. All files share one
 * page and the modules that are loaded in it, since loading the console anew took longer than most of the tests.
 */
import './quick-react.ts';
import { beforeEach } from 'vitest';
import { cleanup } from 'vitest-browser-react';
import { queryClient } from '../api/query.ts';
import { endSession, keepTokens } from '../session/state.ts';
import { clearNotices } from '../shell/notices/notifications.ts';

beforeEach(async () => {
  // The package does so itself where it is loaded anew for each file.
  await cleanup();
  document.body.replaceChildren();
  // A page that has given way to another person's takes nothing but a sign-in.
  keepTokens({ accessToken: '', refreshToken: '', expiresAt: new Date(0) });
  endSession('signed-out');
  queryClient.clear();
  clearNotices();
  localStorage.clear();
  sessionStorage.clear();
});
