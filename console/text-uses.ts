/**
 * Which texts a source names: by their keys, by a template that makes keys (`welcome.${app}.line` names all that it may
 * make), by the calls that it makes (a call names the problems that it may be answered), and by the reasons that it
 * gives itself ('END_BEFORE_START').
 */
import { areas } from '@signet/contract';
import { PROBLEMS_BY_AREA } from '@signet/contract/problem';
import { ASSISTANT_TEXTS, ENGLISH, ENGLISH_BY_AREA, MAIL_TEXTS, type TextKey } from '@signet/contract/texts';
import { FAMILIES } from '@signet/contract/problem-words';

/** The texts that the console speaks: neither those of mails nor those of the trust assistant. */
export const SPOKEN: readonly TextKey[] = (Object.keys(ENGLISH) as TextKey[]).filter(
  (key) => !key.startsWith(MAIL_TEXTS) && !(key in ENGLISH_BY_AREA[ASSISTANT_TEXTS]),
);
const isSpoken = new Set<string>(SPOKEN);
const PROBLEM = 'notifications.exceptions.';
const ANY_PROBLEM = 'console/src/api/show-problem.ts';

/** The area of each problem. */
const AREA_OF_PROBLEM = new Map(
  Object.entries(PROBLEMS_BY_AREA).flatMap(([area, problems]) =>
    Object.keys(problems).map((status): [string, string] => [status, area]),
  ),
);
type Call = { area: string; problems: readonly string[] };
/** Every call by its name, such as "GET /account/api/v1/user/me". */
const CALLS = new Map(
  Object.entries(areas).flatMap(([name, endpoints]) =>
    Object.values(endpoints).map(({ method, path, problems = [] }): [string, Call] => [
      `${method} ${path}`,
      { area: name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`), problems },
    ]),
  ),
);
const declared = new Set([...CALLS.values()].flatMap(({ problems }) => problems));

/** What any call may be answered, and the reasons of rules that several areas share. */
export const COMMON_PROBLEMS = problemsOf((area) => area === 'frame');
/** Reasons that no call declares: the rules for single fields give them. */
export const REASONS_OF_RULES = problemsOf((_, status) => !declared.has(status));

/**
 * Files that say problems which they neither name nor are answered: those of acts on any record, those of a sign-in
 * that failed elsewhere.
 */
export const SAYS: Readonly<Record<string, (area: string, status: string) => boolean>> = {
  'console/src/areas/bulk/PlanAside.tsx': () => true,
  'console/src/areas/bulk/PlanRows.tsx': () => true,
  'console/src/areas/audit-log/Reason.tsx': () => true,
  // It asks only whether there are words for what its own call was answered.
  'console/src/areas/migration/ArrivalActs.tsx': () => false,
  'console/src/areas/sign-in/FederatedAnswerReport.tsx': (area) => /^(?:saml|oidc|sign-in)/.test(area),
  'console/src/areas/sign-in/login-error.ts': (_, status) => /^(?:OIDC|SAML|SSO)_/.test(status),
};

function problemsOf(wanted: (area: string, status: string) => boolean): string[] {
  return [...AREA_OF_PROBLEM].flatMap(([status, area]) => (wanted(area, status) ? `${PROBLEM}${status}` : []));
}

/** The pattern of the keys that a template makes. */
function patternOf(template: string): RegExp {
  const parts = template.split(/\$\{[^}]*\}/).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(`^${parts.join(String.raw`[\w.-]+`)}$`);
}

const below = (family: string): string[] => SPOKEN.filter((key) => key.startsWith(`${family}.`));

/** The keys that stand in a source, or that its templates make. */
export function keysNamed(source: string): Set<string> {
  const found = new Set<string>();
  for (const [, key = ''] of source.matchAll(/['"`]([a-zA-Z]\w*(?:\.[\w-]+)+)['"`]/g))
    if (isSpoken.has(key)) found.add(key);
  for (const [, template = ''] of source.matchAll(/`([a-zA-Z][\w.]*\.[\w.]*\$\{[^`]*)`/g)) {
    const pattern = patternOf(template);
    for (const key of SPOKEN) if (pattern.test(key)) found.add(key);
  }
  // The words for the values of a declared column.
  for (const [, family = ''] of source.matchAll(/valueTexts: '([^']+)'/g))
    for (const key of below(family)) found.add(key);
  for (const [, status = ''] of source.matchAll(/'(\w+)'/g))
    if (isSpoken.has(PROBLEM + status)) found.add(PROBLEM + status);
  return found;
}

/**
 * The problems that the calls of a source may be answered. `widely`: with all others of the areas that they concern,
 * since what a page reads says of records why something can't be done to them.
 */
export function problemsAnswered(source: string, widely: boolean): string[] {
  const calls = [...source.matchAll(/'((?:GET|POST|PUT|DELETE) \/[^']+)'/g)].flatMap(
    ([, name = '']) => CALLS.get(name) ?? [],
  );
  const problems = calls.flatMap((call) => call.problems);
  const concerned = new Set([...calls.map(({ area }) => area), ...problems.map((one) => AREA_OF_PROBLEM.get(one))]);
  return [
    ...problems.map((status) => `${PROBLEM}${status}`),
    ...(widely ? problemsOf((area) => concerned.has(area)) : []),
  ];
}

/** All texts that a file names. The one place that makes the key of any problem names none of them. */
export function textsNamed(file: string, source: string, widely: boolean): string[] {
  const named = keysNamed(file === ANY_PROBLEM ? source.replaceAll(`\`${PROBLEM}\${`, '') : source);
  return [...named, ...problemsAnswered(source, widely), ...problemsOf(SAYS[file] ?? (() => false))];
}

/** These texts, and what the values within them are called: "Manage organizations" for a permission. */
export function withWords(keys: readonly string[]): Set<string> {
  const families = Object.entries(FAMILIES).filter(([name]) =>
    keys.some((key) => key.startsWith(PROBLEM) && new RegExp(`\\{${name}\\b`).test(ENGLISH[key as TextKey])),
  );
  return new Set([...keys, ...families.flatMap(([, family]) => below(family))]);
}
