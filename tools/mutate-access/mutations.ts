/** What the mutation run takes away: one bit of an endpoint's access, or one audit call. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Access } from '../../contract/src/access.ts';
import type { Endpoint } from '../../contract/src/endpoint.ts';

/** One change of a source file. `endpoints`: those ("METHOD /path") in whose part of the matrix it must be seen. */
export type Mutation = {
  name: string;
  area: string;
  file: string;
  endpoints: readonly string[];
  apply: (source: string) => string;
};
export type Areas = Record<string, Record<string, Endpoint>>;

export const folderOf = (area: string): string => area.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
const areaOf = (folder: string): string => folder.replace(/-[a-z]/g, (pair) => pair.slice(1).toUpperCase());
export const keyOf = ({ method, path: address }: Endpoint): string => `${method} ${address}`;

/** What is left of an access with one thing of it taken away, by what that is. */
function lessOf({ all, any, scopes, feature, via, ...none }: Access): [what: string, left: Access][] {
  const whole = { all, any, scopes, feature, via, ...none };
  const drop = (key: keyof Access): Access =>
    Object.fromEntries(Object.entries(whole).filter(([name, value]) => name !== key && value !== undefined));
  const each = (key: 'all' | 'any' | 'scopes'): [string, Access][] => {
    const names: readonly string[] = whole[key] ?? [];
    return names.map((one) => {
      const rest = names.filter((other) => other !== one);
      return [`${key} without ${one}`, rest.length > 0 ? { ...drop(key), [key]: rest } : drop(key)];
    });
  };
  return [
    ...each('all'),
    ...each('any'),
    ...each('scopes'),
    ...(['any', 'scopes', 'feature', 'via'] as const)
      .filter((key) => whole[key] !== undefined)
      .map((key): [string, Access] => [`no ${key}`, drop(key)]),
  ];
}

/** A change of the part of a contract file that declares this endpoint; the plan of a bulk act is always a POST. */
function inDeclaration({ method, path: address }: Endpoint, change: (part: string) => string) {
  const isIts = (part: string): boolean =>
    part.includes(`path: '${address}'`) &&
    (part.includes(`method: '${method}'`) || (method === 'POST' && part.startsWith('bulkPlan(')));
  return (source: string): string =>
    source
      .split(/(?=(?:endpoint|bulkPlan)\(\{)/)
      .map((part) => (isIts(part) ? change(part) : part))
      .join('');
}

function declared(area: string, name: string, endpoint: Endpoint, file: string): Mutation[] {
  const found: Mutation[] = [];
  const add = (what: string, change: (part: string) => string) =>
    found.push({
      name: `${area}.${name}: ${what}`,
      area,
      file,
      endpoints: [keyOf(endpoint)],
      apply: inDeclaration(endpoint, change),
    });
  if (endpoint.access !== 'public')
    for (const [what, rest] of lessOf(endpoint.access))
      add(what, (part) => part.replace(/\n {4}access: [^\n]*,/, `\n    access: ${JSON.stringify(rest)},`));
  // The later one of two properties of the same name counts.
  if (endpoint.audit && 'action' in endpoint.audit)
    add('declared as not audited', (part) =>
      part.replace(/\n {4}success:/, `\n    audit: { none: '' },\n    success:`),
    );
  return found;
}

const AUDIT_CALL = /(?<![\w.])((?:call\.)?audit)\((?!'nothing')/g;
/**
 * By what a call of the log is replaced; its arguments stay behind it. `argument` is their text: what names no side of
 * the change, neither itself nor as something made elsewhere, has none to lose. A call that only says whom a refusal is
 * about, as what comes after it tells, can only be removed.
 */
function lessOfCall(call: string, argument: string, next: string): [what: string, by: string][] {
  const removed: [string, string] = ['audit call removed', '(() => undefined)('];
  if (/^[;\s]*(?:\/\/[^\n]*\s*)?(?:throw|return new Problem)\b/.test(next)) return [removed];
  const without = (side: string) =>
    `((detail) => ${call}(detail === 'nothing' ? detail : { ...detail, ${side}: null }))(`;
  return [
    removed,
    ['audited as nothing', `((_detail) => ${call}('nothing'))(`],
    ...['before', 'after']
      .filter((side) => new RegExp(`\\b(?:${side}|event|detail)\\b`).test(argument))
      .map((side): [string, string] => [`without ${side}`, without(side)]),
  ];
}

/** Where the bracket closes that is open before `start`. */
function closing(text: string, start: number): number {
  let open = 1;
  let at = start;
  for (; open > 0 && at < text.length; at += 1) open += text[at] === '(' ? 1 : text[at] === ')' ? -1 : 0;
  return at;
}

type Part = { name: string; start: number; text: string };

/** The named parts of a source: the handlers of a routes file, the functions of another one. */
function partsOf(source: string, pattern: RegExp): Part[] {
  const starts = [...source.matchAll(pattern)].map((match) => ({ name: match[1] ?? '', start: match.index }));
  return starts.map(({ name, start }, index) => ({ name, start, text: source.slice(start, starts[index + 1]?.start) }));
}
const HANDLERS = /^ {2}(?:async )?(\w+)(?=[(:])/gm;
const FUNCTIONS = /^(?:export )?(?:async )?(?:function|const) (\w+)/gm;

const read = (root: string, file: string): string => readFileSync(path.join(root, file), 'utf8');

function sourcesUnder(root: string, folder: string): string[] {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => path.posix.join(folder, file.replaceAll('\\', '/')));
}

const NAMES = /[\w$]+/g;

/** What a text names, of the functions given by name, and what those name in turn. */
function reachedFrom(text: string, functions: ReadonlyMap<string, ReadonlySet<string>>): Set<string> {
  const reached = new Set<string>();
  const visit = (names: Iterable<string>): void => {
    for (const name of names) {
      const named = functions.get(name);
      if (!named || reached.has(name)) continue;
      reached.add(name);
      visit(named);
    }
  };
  visit(text.match(NAMES) ?? []);
  return reached;
}

/** By the name of each function, what its text names; of several with one name, what any of them does. */
function namedByFunctions(functions: readonly Part[]): Map<string, Set<string>> {
  const named = new Map<string, Set<string>>();
  for (const { name, text } of functions)
    named.set(name, new Set([...(named.get(name) ?? []), ...(text.match(NAMES) ?? [])]));
  return named;
}

/** The calls of the audit log in the handlers of an area and in the functions that they use. */
function audited(root: string, areas: Areas): Mutation[] {
  const sources = [...sourcesUnder(root, 'server/src/sign-in'), ...sourcesUnder(root, 'server/src/areas')];
  const routes = sources.filter((file) => file.endsWith('/routes.ts'));
  const others = sources.filter((file) => !file.endsWith('/routes.ts') && !file.endsWith('/access-samples.ts'));
  const functions = namedByFunctions(others.flatMap((file) => partsOf(read(root, file), FUNCTIONS)));
  const endpointsOf = new Map<string, Set<string>>();
  const found: Mutation[] = [];

  function callsOf(area: string, file: string, part: Part, endpoints: readonly string[]): void {
    for (const match of part.text.matchAll(AUDIT_CALL)) {
      const [text, call = ''] = match;
      const at = part.start + match.index;
      const line = read(root, file).slice(0, at).split('\n').length;
      const end = closing(part.text, match.index + text.length);
      const argument = part.text.slice(match.index + text.length, end - 1);
      for (const [what, by] of lessOfCall(call, argument, part.text.slice(end)))
        found.push({
          name: `${file}:${line} (${part.name}): ${what}`,
          area,
          file,
          endpoints,
          apply: (source) => source.slice(0, at) + by + source.slice(at + text.length),
        });
    }
  }

  for (const [area, endpoints] of Object.entries(areas)) {
    const file = routes.find((one) => one === `server/src/areas/${folderOf(area)}/routes.ts`);
    if (!file) throw new Error(`${area} has no routes.`);
    for (const part of partsOf(read(root, file), HANDLERS)) {
      const endpoint = endpoints[part.name];
      if (!endpoint) continue;
      callsOf(area, file, part, [keyOf(endpoint)]);
      for (const name of reachedFrom(part.text, functions))
        endpointsOf.set(name, (endpointsOf.get(name) ?? new Set()).add(keyOf(endpoint)));
    }
  }
  for (const file of others) {
    const area = areaOf(/areas\/([^/]+)\//.exec(file)?.[1] ?? 'sign-in');
    for (const part of partsOf(read(root, file), FUNCTIONS))
      callsOf(area, file, part, [...(endpointsOf.get(part.name) ?? [])]);
  }
  return found;
}

/** Every mutation of the tree at `root`, in the order of the areas. */
export function mutationsOf(root: string, areas: Areas): Mutation[] {
  const contract = sourcesUnder(root, 'contract/src/areas').map((file) => ({ file, source: read(root, file) }));
  const ofDeclarations = Object.entries(areas).flatMap(([area, endpoints]) =>
    Object.entries(endpoints).flatMap(([name, endpoint]) => {
      const file = contract.find(({ source }) => source.includes(`path: '${endpoint.path}'`))?.file;
      if (!file) throw new Error(`${endpoint.path} is declared nowhere.`);
      return declared(area, name, endpoint, file);
    }),
  );
  return [...ofDeclarations, ...audited(root, areas)];
}
