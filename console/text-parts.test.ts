import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { bringingTexts, moduleOf } from './catalog-plugin.ts';
import { Sources } from './sources.ts';
import { partOf, textParts } from './text-parts.ts';
import { keysNamed, problemsAnswered, SAYS, textsNamed, withWords } from './text-uses.ts';

const sources = new Sources();
const pages = sources.pages();
const parts = textParts(sources);
const has = (part: string, key: string): boolean => parts.get(part)?.includes(key) ?? false;
const files = readdirSync(path.join(import.meta.dirname, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$|\.d\.ts$|^testing\//.test(name))
  .map((name) => `console/src/${name.replaceAll(path.sep, '/')}`);

/** Another page loads the check of access on demand; this one has it from the start. */
test('what a page imports at once brings its texts to it, whatever loads the same on demand', () => {
  expect(pages.pieces).toContain('console/src/areas/access-check/AccessCheck.tsx');
  expect(has('access-check', 'accessCheck.what')).toBe(true);
});

test('that nothing can be reached is said by every page, though no answer says so', () => {
  for (const status of ['NETWORK', 'NO_ANSWER', 'NOT_LOADED'])
    expect(has('start', `notifications.exceptions.${status}`), status).toBe(true);
  expect(has('audit-log', 'notifications.exceptions.BROKEN_OFF')).toBe(true);
});

describe('what a source names', () => {
  test('keys, those that a template makes, those of the values of a column, reasons', () => {
    expect([...keysNamed(`t('common.none')`)]).toEqual(['common.none']);
    expect([...keysNamed('t(`scope.${scope}`)')]).toContain('scope.partner');
    expect([...keysNamed(`valueTexts: 'seats.type'`)]).toContain('seats.type.device');
    expect([...keysNamed(`? 'REQUIRED' : null`)]).toEqual(['notifications.exceptions.REQUIRED']);
    expect([...keysNamed(`'common.nothing of the kind' + 'mail.invitation.subject'`)]).toEqual([]);
  });

  test('what its calls may be answered, and widely all that concerns their areas', () => {
    const source = `change('DELETE /account/ui-api/v1/role/{id}', {})`;
    const answered = problemsAnswered(source, false);
    expect(answered).toContain('notifications.exceptions.ROLE_IN_USE');
    expect(problemsAnswered(source, true).length).toBeGreaterThan(answered.length);
  });

  test('the words for values within a problem', () => {
    expect(withWords(['notifications.exceptions.ABOVE_OWN_RIGHTS'])).toContain('permission.manage_ca');
    expect([...withWords(['notifications.exceptions.REQUIRED'])]).toEqual(['notifications.exceptions.REQUIRED']);
  });

  test('the one place that says any problem names none', () => {
    const file = 'console/src/api/show-problem.ts';
    expect(textsNamed(file, sources.text(file), false).length).toBeLessThan(10);
    expect(sources.text(file)).toContain('`notifications.exceptions.${status}`');
  });
});

describe('what cannot be seen in the sources is said', () => {
  test('who asks for the words of any problem', () => {
    const asks = files.filter((file) => /\bexceptionKey\(/.test(sources.text(file)) && !file.includes('show-problem'));
    expect(asks.filter((file) => !(file in SAYS))).toEqual([]);
    expect(Object.keys(SAYS).filter((file) => !/exceptionKey|problemText/.test(sources.text(file)))).toEqual([]);
  });

  test('no key is made of a beginning that stands elsewhere', () => {
    const made = files.flatMap((file) =>
      [...sources.text(file).matchAll(/\W`(\$\{[^}]*\}\.[a-zA-Z$][^`]*)`/g)].map(([, template = '']) => template),
    );
    // The first is seen by `valueTexts`, the others are names of files.
    expect(made.filter((template) => !/\.(?:p12|pem|signet)$/.test(template))).toEqual([
      '${column.valueTexts}.${text}',
    ]);
  });

  test('every import on demand is one that is seen', () => {
    const hidden = files.filter((file) =>
      /\bimport\((?!'(?:\.|@signet\/contract\/)[^']+'\))/.test(sources.text(file).replaceAll(/\/\/.*/g, '')),
    );
    // The second imports a package, which has no texts.
    expect(hidden).toEqual(['console/src/i18n/language.ts', 'console/src/shell/people-list/people-file.ts']);
  });
});

describe('the parts', () => {
  test('every page has one, those before sign-in for themselves', () => {
    expect(pages.open.length).toBeGreaterThan(20);
    expect(pages.all.length).toBeGreaterThan(100);
    expect(partOf('console/src/areas/sign-in/LoginPage.tsx', pages)).toBe('LoginPage');
    expect(partOf('console/src/areas/sign-in/SamlSignInPage.tsx', pages)).toBe('sign-in');
    expect(partOf('console/src/areas/administrators/many/ManyCreatePage.tsx', pages)).toBe('administrators-many');
    expect(partOf('console/src/sections/account.ts', pages)).toBe('sections-account');
    expect(partOf('console/src/shell/permission/Gate.tsx', pages)).toBe('secured');
    expect(partOf('console/src/shell/day/DayCalendar.tsx', pages)).toBe(null);
  });

  test('what is shown is there: on the page, in its sections and dialogs, in the frame, before sign-in', () => {
    expect(has('sections-organization', 'contacts.deleteTitle')).toBe(true);
    expect(has('accounts-AccountHistory', 'accounts.event.ACCOUNT')).toBe(true);
    expect(has('secured', 'organizations.title')).toBe(true);
    expect(has('shell-permission', 'permission.manage_ca')).toBe(true);
    expect(has('LoginPage', 'notifications.exceptions.INVALID_CREDENTIALS')).toBe(true);
    expect(has('start', 'login.title')).toBe(true);
    expect(has('start', 'notifications.exceptions.OVERLOADED')).toBe(true);
  });

  test('what is loaded is used: sign-in brings nothing of signed-in pages', () => {
    const early = [...(parts.get('start') ?? []), ...(parts.get('LoginPage') ?? [])];
    expect(early.length).toBeLessThan(250);
    expect(early.filter((key) => /^(?:nav|accounts|bulk|audit|enrollment|selfService)\./.test(key))).toEqual([
      'enrollment.pageTitle',
      'selfService.title',
    ]);
  });
});

test('an import of a page brings its texts, another one stays as it is', () => {
  const part = (from: string): string | null => (from === './Page.tsx' ? 'area' : null);
  const [head, body] = bringingTexts(`[() => import('./Page.tsx'), () => import('./other.ts')]`, part).split('; ');
  expect(head).toMatch(/^import \{ withTexts \} from ".*language\.ts"$/);
  expect(body).toBe(`[() => withTexts(import('./Page.tsx'), 'area'), () => import('./other.ts')]`);
  expect(bringingTexts(`import('./other.ts')`, part)).toBe(`import('./other.ts')`);
});

test('a module has the compiled messages of its keys', () => {
  expect(moduleOf(['a.b'], { 'a.b': 'Hello {name}', 'c.d': 'no' })).toBe('export default {"a.b":["Hello ",["name"]]}');
});
