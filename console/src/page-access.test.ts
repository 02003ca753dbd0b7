/**
 * Whoever may open a page may make the calls that it makes. Read from the sources: the map, what each page imports, the
 * names of its calls, and the parts of it that stand inside <Allowed> or are sections with an access of their own.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { endpoints } from '@signet/contract';
import { ACCESS, accessText, SIGNED_IN, type Access } from '@signet/contract/access';
import { expect, test } from 'vitest';
import { routes } from './routes.tsx';
import type { RouteSpec } from './shell/routing/route-spec.ts';

const HERE = import.meta.dirname;

/** Changing calls whose button follows what the record itself says of them. */
const ASKED_OF_THE_RECORD: Record<string, string> = {
  'DELETE /account/ui-api/v1/account/{id}': 'why_not.delete',
  'DELETE /account/ui-api/v1/account/{id}/sso-email-domains': 'can_edit',
  'DELETE /account/ui-api/v1/organization/{id}': 'abilities.delete',
  'DELETE /account/ui-api/v1/organization/{id}/contact/{cid}': 'abilities.edit of the organization',
  'DELETE /account/ui-api/v1/role/{id}': 'abilities.delete',
  'DELETE /account/ui-api/v2/seat/{id}': 'why_not_delete',
  'POST /account/ui-api/v1/account/{id}/link': 'why_not.link',
  'POST /account/ui-api/v1/account/{id}/sso-email-domains': 'can_edit',
  'PUT /account/ui-api/v1/account/{id}/sso-email-domains': 'can_edit',
  'PUT /account/ui-api/v1/account/{id}/sso-email-domains/{domain}/verified': 'can_edit',
  'PUT /account/ui-api/v1/account/{id}/active': 'why_not.switch',
  'PUT /account/ui-api/v1/account/{id}/partner': 'why_not.reassign',
  'PUT /account/ui-api/v1/ca/{id}/publish': 'why_not.publish',
  'PUT /account/ui-api/v1/ca/{id}/retire': 'why_not.retire',
  'PUT /account/ui-api/v1/ca/{id}/revoke': 'why_not.revoke',
  'PUT /account/ui-api/v1/certificate/{id}/release': 'why_not.release',
  'PUT /account/ui-api/v1/certificate/{id}/revoke': 'why_not.revoke',
  'PUT /account/ui-api/v1/features/account/{account}/{feature}/features': 'why_not_switch',
  'PUT /account/ui-api/v1/package/account/{id}/application/{app}': 'why_not',
  'PUT /account/ui-api/v1/profile/{id}/archived': 'why_not_manage',
  'PUT /account/ui-api/v1/role/{id}/archived': 'abilities.archive',
  'PUT /account/ui-api/v1/template/{id}/archived': 'why_not_manage',
};

/** Reading calls beyond the access of their page, by file, with the reason why they stay. */
const REFUSED_READS: Record<string, string> = {
  'EmailDomainsForm.tsx': 'the form opens only where the record says can_edit',
  'RoleEditor.tsx': 'the list asks for the name of a role only where ACCESS.roles.view allows it',
  'own-runs.ts': 'asked only where ACCESS.bulk.view allows it',
  'use-standstills.tsx': 'asked only where ACCESS.platformHealth.view allows it',
  'use-needs.tsx': 'each area is asked only where its own access allows it',
  'use-first-steps.tsx': 'mail is asked only where ACCESS.outgoingMail.manage allows it',
  'authorities.ts': 'a field or a filter asks for them only where ACCESS.certificateAuthorities.view allows it',
  'profiles.ts': 'the filter asks for them only where ACCESS.certificateProfiles.view allows it',
  'saml-notices.ts': 'the section asks only where the record says why_not.sign_in',
  'named-account.ts': 'the list asks for the name of an account only where ACCESS.accounts.view allows it',
};

type Page = { address: string; access: Access; files: string[] };
type Call = { name: string; file: string; have: readonly Access[] };

/** The files of the map, in the order in which routes.tsx puts them together. */
function mapFiles(): string[] {
  const text = readFileSync(path.join(HERE, 'routes.tsx'), 'utf8');
  return [...text.matchAll(/\.\.\.(\w+)Routes\b/g)].map(([, part = '']) => path.join(HERE, 'routes', `${part}.ts`));
}

/** The pages of the map with their files, in the order in which the map writes both. */
function pagesOf(specs: readonly RouteSpec[], files: readonly string[]): Page[] {
  const written = files.flatMap((mapFile) =>
    readFileSync(mapFile, 'utf8')
      .split(/\bpage: /)
      .slice(1)
      .map((after) => {
        const [value = ''] = after.split(/\b(?:path|children): /);
        return [...value.matchAll(/import\('([^']+)'\)/g)].map(([, file = '']) =>
          path.join(path.dirname(mapFile), file),
        );
      }),
  );
  const pages: Page[] = [];
  const walk = (list: readonly RouteSpec[], parent: string): void => {
    for (const { path: own, page, access = SIGNED_IN, layout, children = [] } of list) {
      const address = `${parent}/${own}`;
      if (page) pages.push({ address, access, files: written.shift() ?? [] });
      // What is public calls what is public, and the person's own after sign-in.
      if (layout === 'public' || layout === 'split') pages.pop();
      walk(children, address);
    }
  };
  walk(specs, '/account');
  expect(written).toEqual([]);
  return pages;
}

/** ACCESS.accounts.view as it stands in a source. */
function accessNamed(name: string): Access {
  const [, area = '', act = ''] = name.split('.');
  const found = (ACCESS as Record<string, Record<string, Access>>)[area]?.[act];
  if (!found) throw new Error(`no access ${name}`);
  return found;
}

const NAME = /(?<!CallResponse<)'((?:GET|POST|PUT|DELETE) \/[^']+)'/g;
const GUARD = /<Allowed access=\{(ACCESS\.[\w.]+)\}>([^]*?)<\/Allowed>/g;

/** The files of console/src that a source imports, at once or later, by the name under which it does. */
function importsOf(file: string, text: string): { names: string[]; file: string }[] {
  const found = [
    ...text.matchAll(/^import (?!type\b)([^;]*?) from '(\.[^']+)';/gm),
    ...text.matchAll(/^(?:export )?const (\w+) = later\(\(\) => import\('(\.[^']+)'\)/gm),
  ];
  return found.map(([, names = '', from = '']) => ({
    names: names.match(/\b[A-Za-z]\w*\b/g) ?? [],
    file: path.join(path.dirname(file), from),
  }));
}

/** Every call that a file makes, with the files it imports; what stands inside a guard has that access too. */
function callsOf(file: string, have: readonly Access[], seen = new Set<string>()): Call[] {
  const key = `${file} ${JSON.stringify(have)}`;
  const isOutside = !/console\/src\/(?:areas|sections|shell)\//.test(file) || file.endsWith('.css');
  if (seen.has(key) || isOutside || !existsSync(file)) return [];
  seen.add(key);
  const text = readFileSync(file, 'utf8');
  const unguarded = text.replace(GUARD, '');
  const guards = [...text.matchAll(GUARD)].map(([, name = '', inside = '']) => ({ name, inside }));
  // The sections of a record: `access: ACCESS.organizations.view, Content: AccountOrganizationsSection`.
  for (const [, name = '', content = ''] of text.matchAll(
    /access: (ACCESS\.[\w.]+),\s+(?:closed: true,\s+)?Content: (\w+)/g,
  ))
    guards.push({ name, inside: `<${content} />` });
  // Those whose titles another page shows as well, and beside them `organizations: AccountOrganizationsSection`.
  for (const [, outline = ''] of text.matchAll(/from '(\.\/\w+-outline\.ts)'/g))
    for (const [, id = '', name = ''] of readFileSync(path.join(path.dirname(file), outline), 'utf8').matchAll(
      /id: '([a-z-]+)',[^{}]*?access: (ACCESS\.[\w.]+),/g,
    )) {
      const [, content = ''] = new RegExp(`^ {2}'?${id}'?: (\\w+),$`, 'm').exec(text) ?? [];
      guards.push({ name, inside: `<${content} />` });
    }
  const isSections = file.includes('/sections/');
  return [
    ...[...text.matchAll(NAME)].map(([, name = '']) => ({ name, file, have })),
    ...importsOf(file, text).flatMap((imported) => {
      const drawn = new RegExp(`<(?:${imported.names.join('|')})\\b`);
      const inside = guards.filter((guard) => drawn.test(guard.inside));
      const isFree = isSections ? inside.length === 0 : inside.length === 0 || drawn.test(unguarded);
      return [
        ...(isFree ? callsOf(imported.file, have, seen) : []),
        ...inside.flatMap(({ name }) => callsOf(imported.file, [...have, accessNamed(name)], seen)),
      ];
    }),
  ];
}

/** Whether everybody who has all of `have` has `need`. */
function implies(have: readonly Access[], need: Access): boolean {
  const all = have.flatMap((access) => access.all ?? []);
  const holds = (name: (typeof all)[number]): boolean => all.includes(name);
  const within = <T>(subset: readonly T[] | undefined, superset: readonly T[]): boolean =>
    subset !== undefined && subset.every((one) => superset.includes(one));
  return (
    (need.all ?? []).every(holds) &&
    (!need.any || need.any.some(holds) || have.some(({ any }) => within(any, need.any ?? []))) &&
    (!need.scopes || have.some(({ scopes }) => within(scopes, need.scopes ?? []))) &&
    (need.feature === undefined || have.some(({ feature }) => feature === need.feature)) &&
    (!need.via || need.via.includes('session'))
  );
}

function accessOf(name: string): Access {
  const access = endpoints.find(({ method, path: at }) => `${method} ${at}` === name)?.access;
  if (access === undefined) throw new Error(`no endpoint ${name}`);
  return access === 'public' ? SIGNED_IN : access;
}

const pages = pagesOf(routes, mapFiles());

/** Calls that go beyond the access of their page, those that read and those that change. */
function beyond(list: readonly Page[]): { reads: { file: string; line: string }[]; changes: Map<string, string> } {
  const reads: { file: string; line: string }[] = [];
  const changes = new Map<string, string>();
  for (const { address, access, files } of list) {
    const calls = files.flatMap((file) => callsOf(file, [access]));
    // A button that changes something names its access somewhere on its page.
    const named = [...new Set(calls.map(({ file }) => file).concat(files))].flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/\b(?:useAllows\(|access=\{)(ACCESS\.[\w.]+)/g)].map(([, name = '']) =>
        accessNamed(name),
      ),
    );
    for (const { name, file, have } of calls) {
      const need = accessOf(name);
      const line = `${address} ${name} (${path.basename(file)}) needs ${accessText(need)}`;
      if (implies(have, need)) continue;
      if (name.startsWith('GET ')) reads.push({ file: path.basename(file), line });
      else if (!named.some((guard) => implies([...have, guard], need))) changes.set(name, line);
    }
  }
  return { reads, changes };
}

test('whoever may open a page may read what it reads', () => {
  const { reads } = beyond(pages);
  expect(reads.filter(({ file }) => !(file in REFUSED_READS)).map(({ line }) => line)).toEqual([]);
  expect([...new Set(reads.map(({ file }) => file))].toSorted()).toEqual(Object.keys(REFUSED_READS).toSorted());
});

test('a call that changes something is the page’s own, or stands where somebody is asked whether they may', () => {
  const { changes } = beyond(pages);
  expect([...changes].filter(([name]) => !(name in ASKED_OF_THE_RECORD))).toEqual([]);
  expect([...changes.keys()].toSorted()).toEqual(Object.keys(ASKED_OF_THE_RECORD).toSorted());
});

test('the whole map is read', () => {
  const calls = pages.flatMap(({ files, access }) => files.flatMap((file) => callsOf(file, [access])));
  expect(pages.length).toBeGreaterThan(20);
  expect(new Set(calls.map(({ name }) => name)).size).toBeGreaterThan(25);
});

test('a page with less access than its calls is seen', () => {
  const lesser = pages.map((page) =>
    page.access === ACCESS.featureFlags.manage ? { ...page, access: SIGNED_IN } : page,
  );
  expect(beyond(lesser).reads.map(({ file }) => file)).toContain('FeatureFlagsPage.tsx');
});
