/** Who gains and who loses, in words. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answerWith } from '../../testing/answers.ts';
import { renderPart } from '../../testing/render.tsx';
import { RoleEffects } from './RoleEffects.tsx';

const ID = '00000000-0000-4000-8000-000000000300';
const person = (n: number, name: string) => ({
  id: `00000000-0000-4000-8000-00000000040${n}`,
  name,
  service_user: false,
});
const TWO = [person(1, 'Ida Noor'), person(2, 'Ole Noor')];
const gained = (permission: string, people: unknown[], total: number) => ({
  permission,
  effect: 'gain',
  changed: { total: 0, people: [] },
  unchanged: { total, people },
  own: false,
});

test('of several who have it by other roles the first are named, and the others counted', async () => {
  const items = [
    gained('view_enrollment', TWO, 2),
    gained('view_ca', [...TWO, person(3, 'Una Noor'), person(4, 'Eva Noor')], 5),
    gained('view_profile', [], 2),
  ];
  answerWith(({ path }) =>
    path.endsWith('/preview') ? { holders: 2, exact: true, gaining: 0, losing: 0, items, why_not: null } : undefined,
  );
  await renderPart(<RoleEffects role={{ id: ID, permissions: [] }} permissions={['view_enrollment']} />);
  const said = () => [...document.querySelectorAll('li .t3')].map(({ textContent }) => textContent);
  await expect
    .poll(said)
    .toEqual([
      'Ida Noor and Ole Noor have it already, through other roles',
      'Ida Noor, Ole Noor, Una Noor and 2 more have it already, through other roles',
      '2 have it already, through other roles',
    ]);
  await expect.element(page.getByText(/Counted over both users with this role/)).toBeVisible();
});
