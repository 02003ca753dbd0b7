import { SIGNED_IN } from '@signet/contract/access';
import { expect, test } from 'vitest';
import { ENGLISH } from '@signet/contract/texts';
import { routes } from './routes.tsx';
import type { RouteSpec } from './shell/routing/route-spec.ts';

/** One line per address: address, layout, crumb, who may open it. */
function lines(specs: readonly RouteSpec[], parent = '/account', layout = 'secured', trail: string[] = []): string[] {
  return specs.flatMap((spec) => {
    const address = spec.path === '' ? parent : `${parent}/${spec.path}`;
    const within = spec.layout ?? layout;
    const crumbs = [...trail, ENGLISH[spec.title]];
    const access = spec.access ?? SIGNED_IN;
    const needs = [
      ...(access.all ? [`all ${access.all.join(' ')}`] : []),
      ...(access.any ? [`any ${access.any.join(' ')}`] : []),
      ...(access.scopes ? [`scopes ${access.scopes.join(' ')}`] : []),
      ...(access.feature ? [`feature ${access.feature}`] : []),
    ];
    const what = spec.redirect ? `-> ${spec.redirect()}` : spec.page ? crumbs.join(' > ') : `(${crumbs.join(' > ')})`;
    return [
      [address, within, what, needs.join('; ') || '-'].join(' | '),
      ...lines(spec.children ?? [], address, within, crumbs),
    ];
  });
}

test('[S-006] [S-009] the map of the console: every address with its crumbs and who may open it', async () => {
  await expect(`${lines(routes).join('\n')}\n`).toMatchFileSnapshot('routes.golden.txt');
});

test('routes that lead nowhere are not in the map', () => {
  const first = new Set(routes.map((route) => route.path.split('/')[0]));
  for (const name of [
    'business-units',
    'profiles',
    'enrollments',
    'certificates',
    'web-enrollment',
    'integration-guides',
  ])
    expect(first).not.toContain(name);
});
