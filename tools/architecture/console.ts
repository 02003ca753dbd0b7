/** What must never be in the console: which way its folders import, and what is said in one place only. */
import { PERMISSIONS } from '../../contract/src/viewer.ts';
import { importsOf, TESTS, type Rule, type Source } from './rule.ts';

const areaOf = (file: string): string | undefined => /^console\/src\/areas\/([^/]+)\//.exec(file)?.[1];

const UI_NEVER = [
  /^@tanstack\/react-(?:router|query)/,
  /^(?:@signet\/contract|contract\/)/,
  /^console\/src\/(?:api|areas|sections|shell)\//,
  /^console\/src\/(?:routes|paths)/,
];

export const CONSOLE_RULES: Rule[] = [
  {
    never: 'a primitive of the console knows router, API, contract, shell or areas',
    why: 'console/src/ui is drawn from its properties alone',
    where: /^console\/src\/ui\//,
    imports: (to) => UI_NEVER.some((folder) => folder.test(to)),
    breach: ['console/src/ui/Busy.tsx', `import { useQuery } from '@tanstack/react-query';`],
  },
  {
    never: 'what handles private keys imports another part of the console',
    why: 'console/src/pkcs is read and judged by itself, and loaded by nobody who makes no key',
    where: /^console\/src\/pkcs\//,
    except: TESTS,
    imports: (to) => /^console\/src\/(?!pkcs\/)/.test(to),
    breach: ['console/src/pkcs/key.ts', `import { callToChange } from '../api/call.ts';`],
  },
  {
    never: 'what handles private keys is loaded with a page',
    why: 'it comes when somebody makes a key; types alone are known before',
    where: /^console\/src\/(?!pkcs\/)/,
    except: TESTS,
    code: /^import (?!type\b)[^;]*?\bfrom '[./]+\/pkcs\//m,
    breach: ['console/src/shell/certificate/make.ts', `import { makePkcs12 } from '../../pkcs/pkcs12.ts';`],
  },
  {
    never: 'what speaks to the trust assistant imports another part of the console',
    why: 'console/src/assistant is the other end of the channel: read by itself, drawn by nobody',
    where: /^console\/src\/assistant\//,
    except: TESTS,
    imports: (to) => /^console\/src\/(?!assistant\/)/.test(to) || /^(?:react|@tanstack|@mantine)/.test(to),
    breach: ['console/src/assistant/session.ts', `import { read } from '../session/storage.ts';`],
  },
  {
    never: 'the trust assistant is asked past shell/assistant',
    why: 'one connection for a page load, behind one gate; and no page before it loads the channel',
    where: /^console\/src\/(?!assistant\/|shell\/assistant\/)/,
    except: TESTS,
    imports: (to, _file, typesOnly) => to.startsWith('console/src/assistant/') && !typesOnly,
    breach: ['console/src/areas/sign-in/LoginPage.tsx', `import { newConnector } from '../../assistant/connector.ts';`],
  },
  {
    never: 'the console’s shell or API knows an area',
    why: 'routes → areas → shell → ui: an arrow back makes every area load with each',
    where: /^console\/src\/(?:shell|api|i18n)\//,
    except: TESTS,
    imports: (to) => /^console\/src\/(?:areas|sections)\//.test(to),
    breach: [
      'console/src/shell/list/ListPage.tsx',
      `import { AccountsPage } from '../../areas/accounts/AccountsPage.tsx';`,
    ],
  },
  {
    never: 'an area of the console imports another',
    why: 'an area is changed, or left out, without reading the others',
    where: /^console\/src\/areas\//,
    imports: (to, file) =>
      to.startsWith('console/src/sections/') || (areaOf(to) !== undefined && areaOf(to) !== areaOf(file)),
    breach: ['console/src/areas/accounts/AccountsPage.tsx', `import { Card } from '../profile/Card.tsx';`],
  },
  {
    never: 'an address of the console is written outside paths.ts',
    why: 'one file is the map; a moved page is one change',
    where: /^console\/src\//,
    except: /^console\/src\/(?:paths\.ts$|api\/)|\.test\.tsx?$/,
    code: /['"`]\/account\//,
    breach: ['console/src/shell/frame/Header.tsx', `<Link to="/account/login" />`],
  },
  {
    never: 'the console spells a permission',
    why: 'who may do what is said once, in contract/src/access.ts: pages, entries and buttons name it',
    where: /^console\/src\//,
    except: /\.test\.tsx?$/,
    code: new RegExp(`['"\`](?:${PERMISSIONS.join('|')})['"\`]`),
    breach: ['console/src/routes.tsx', `{ path: 'accounts', access: { all: ['manage_account'] } }`],
  },
  {
    never: 'code is fetched past `onDemand`',
    why: 'where nothing can be reached the router would leave the person on a page of the browser',
    where: /^console\/src\//,
    except: /^console\/src\/shell\/routing\/on-demand\.ts$/,
    code: /\blazyRouteComponent\b/,
    breach: ['console/src/areas/welcome/WelcomePage.tsx', `const Own = lazyRouteComponent(() => import('./Own.tsx'));`],
  },
  {
    never: 'a page changes something past `change`',
    why: 'what was read before would stay on screen as if it still held',
    where: /^console\/src\//,
    // The answer to an OAuth client leads away from the console, and nothing of it is shown again.
    except: /\/(?:api\/(?:call|change)|session\/list-settings|list\/bulk|oauth-authorization\/AuthorizePage)\.tsx?$/,
    code: /\bcallToChange\b/,
    breach: ['console/src/areas/accounts/DeleteAccount.tsx', `await callToChange('DELETE /account', {});`],
  },
];

/** A circle that types close, and a file that only leads into it. */
export const CIRCLE: Source[] = [
  { file: 'console/src/a.ts', text: `import { b } from './b.ts';` },
  { file: 'console/src/b.ts', text: `import { c } from './c.ts';` },
  { file: 'console/src/c.ts', text: `import type { A } from './a.ts';` },
  { file: 'console/src/d.ts', text: `import { a } from './a.ts';` },
];

/** The circles among the imports of these files, those of types included: each as the files that reach each other. */
export function circles(sources: Source[]): string[][] {
  const imports = new Map(
    sources.map((source) => [source.file, importsOf(source).map(({ target }) => target)] as const),
  );
  // Tarjan: a file whose lowest reachable index is its own closes a circle.
  const index = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const found: string[][] = [];
  const visit = (file: string): number => {
    const own = index.size;
    index.set(file, own);
    lowest.set(file, own);
    open.push(file);
    for (const next of imports.get(file) ?? []) {
      if (!imports.has(next)) continue;
      const reached = index.has(next) ? (open.includes(next) ? index.get(next) : undefined) : visit(next);
      if (reached !== undefined) lowest.set(file, Math.min(lowest.get(file) ?? own, reached));
    }
    const low = lowest.get(file) ?? own;
    if (low === own) {
      const circle = open.splice(open.indexOf(file));
      if (circle.length > 1) found.push(circle.toSorted());
    }
    return low;
  };
  for (const file of imports.keys()) if (!index.has(file)) visit(file);
  return found;
}
