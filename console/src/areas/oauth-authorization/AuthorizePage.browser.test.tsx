/** The page on which a person lets an OAuth client act for them. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { useApi } from '../../api/query.ts';
import { answerWith, held, problem } from '../../testing/answers.ts';
import { renderPart } from '../../testing/render.tsx';
import AuthorizePage from './AuthorizePage.tsx';

const ID = '00000000-0000-4000-8000-000000000700';
const REQUEST = `/account/ui-api/v1/oauth-authorization/${ID}`;
const AT = '/account/oauth/authorize';

const SHOWN = { at: `${AT}/${ID}`, pages: [`${AT}/$requestId`] };

/** Whatever else is on the screen, and is read again after a change. */
function Beside() {
  useApi('GET /account/ui-api/v1/feature-flag');
  return null;
}

test.each([
  ['Allow', 'allow'],
  ['Don’t allow', 'deny'],
])('after “%s” the question stands until the browser has left for the client', async (words, answered) => {
  const { wait } = held();
  let isOver = false;
  const calls = answerWith(async ({ method, path }) => {
    if (path === `${REQUEST}/${answered}` && method === 'POST') {
      isOver = true;
      return { return_url: `${location.pathname}${location.search}#${answered}` };
    }
    if (path === REQUEST)
      return isOver
        ? problem('OAUTH_REQUEST_ENDED', 410)
        : {
            client: { id: ID, name: 'Door service', public: false },
            account_name: 'Nordmark Landesbank',
            leads_to: 'https://door.example',
            stays: false,
            agreed: false,
            identity: [],
            permissions: ['view_account'],
            not_held: [],
          };
    if (isOver) await wait;
    return { items: [] };
  });
  await renderPart(
    <>
      <Beside />
      <AuthorizePage />
    </>,
    SHOWN,
  );
  await page.getByRole('button', { name: words, exact: true }).click();
  await expect.poll(() => location.hash).toBe(`#${answered}`);
  expect(calls.filter(({ path }) => path === REQUEST).length).toBe(1);
  await expect.element(page.getByRole('heading', { level: 1, name: /Door service/ })).toBeVisible();
});

test('what can’t be read for the moment is no refusal, and is asked for again', async () => {
  let busy = true;
  answerWith(() => (busy ? problem('TOO_MANY_REQUESTS', 429) : problem('OAUTH_CLIENT_ELSEWHERE', 403)));
  await renderPart(<AuthorizePage />, SHOWN);
  const again = page.getByRole('button', { name: 'Try again' });
  await expect.element(again).toBeVisible();
  expect(page.getByRole('heading', { name: 'Access can’t be given' }).elements()).toEqual([]);
  busy = false;
  await again.click();
  await expect.element(page.getByRole('heading', { name: 'Access can’t be given' })).toBeVisible();
});

test('the way back from a refusal says why it did not work', async () => {
  answerWith(({ method }) =>
    method === 'GET' ? problem('OAUTH_CLIENT_ELSEWHERE', 403) : problem('OAUTH_REQUEST_ENDED', 410),
  );
  await renderPart(<AuthorizePage />, SHOWN);
  await expect.element(page.getByText(/^This OAuth client belongs to another account/)).toBeVisible();
  await page.getByRole('button', { name: 'Back to the application' }).click();
  await expect.element(page.getByRole('alert').getByText(/^This request has ended/)).toBeVisible();
  await expect.element(page.getByText(/^This OAuth client belongs to another account/)).toBeVisible();
});

test('who is not the person that the application asks for is told so, and can go back or sign out', async () => {
  const calls = answerWith(({ method, path }) => {
    if (path === REQUEST) return problem('OAUTH_OTHER_PERSON', 403);
    if (method === 'POST') return { return_url: `${location.pathname}${location.search}#led-back` };
    return { items: [] };
  });
  await renderPart(<AuthorizePage />, SHOWN);
  await expect.element(page.getByText(/^This application asks for another person than you/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Sign out' })).toBeVisible();
  await page.getByRole('button', { name: 'Back to the application' }).click();
  await expect.poll(() => location.hash).toBe('#led-back');
  expect(calls.map(({ path }) => path)).toContain(`${REQUEST}/deny`);
});
