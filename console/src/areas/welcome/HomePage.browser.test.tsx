import { useLocation } from '@tanstack/react-router';
import { expect, test } from 'vitest';
import { queryClient } from '../../api/query.ts';
import { paths } from '../../paths.ts';
import { profileQuery } from '../../session/profile.ts';
import { renderPart } from '../../testing/render.tsx';
import HomePage from './HomePage.tsx';

/** The page at its own two addresses alone, as the map has it. */
function Routed({ own }: { own: string | null }) {
  queryClient.setQueryData(profileQuery.queryKey, (before) => before && { ...before, default_app_url: own });
  return [paths.home(), paths.start()].includes(useLocation().pathname) ? <HomePage /> : null;
}

const open = (at: string, own: string | null) =>
  renderPart(<Routed own={own} />, { at, pages: [paths.home(), paths.start(), paths.welcome(), paths.profile()] });

test.each([
  ['[S-300] after a sign-in somebody is led to their start page', paths.start(), '/account/profile?x=1', null],
  ['without one they are led home', paths.start(), null, paths.welcome()],
  ['the way home leads nobody back to a start page that they may not see', paths.home(), '/account/x', paths.welcome()],
  ['a start page that is this page leads home', paths.start(), '/account/start?x=1', paths.welcome()],
  ['a start page elsewhere is not followed', paths.start(), 'https://evil.example', paths.welcome()],
])('%s', async (_title, at, own, expected) => {
  const { address } = await open(at, own);
  await expect.poll(address).toBe(expected ?? own);
});
