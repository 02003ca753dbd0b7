import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

/** Of very many rows on a large platform: a statement over all of them holds each until it ends. */
const LARGE =
  /app_user|user_account|user_role\w*|audit_\w+|organization|contact|seat|certificate|enrollment|session|mail/;
/** Those before were applied as they are. */
const SINCE = 134;
const FOLDER = fileURLToPath(new URL('../server/src/db/migrations/', import.meta.url));

test('every migration has a number of its own: two branches may have taken the next one', () => {
  const numbers = readdirSync(FOLDER).map((name) => name.slice(0, 4));
  expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([]);
  for (const number of numbers) expect(number).toMatch(/^\d{4}$/);
});

const NEW = readdirSync(FOLDER).filter((name) => Number(name.slice(0, 4)) >= SINCE);
/** Its statements in one line, without remarks and without what functions do later. */
const statementsOf = (text: string): string =>
  text
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/\bas \$\$.*?\$\$/gs, '')
    .replaceAll(/\s+/g, ' ');

/** What a migration does that would keep people from working while it is applied. */
function holdsUp(text: string): string[] {
  const statements = statementsOf(text);
  const made = new Set([...statements.matchAll(/create table (\w+)/g)].map(([, table]) => table));
  const updated = [...statements.matchAll(/\b(?:update|delete from) (\w+)/g)]
    .filter(([, table = '']) => new RegExp(`^(?:${LARGE.source})$`).test(table) && !made.has(table))
    .map(([statement]) => statement);
  const indexed = [...statements.matchAll(/create (?:unique )?index (?!concurrently)[^;]*? on (\w+)/g)]
    .filter(([, table]) => !made.has(table))
    .map(([statement]) => statement);
  return [...updated, ...indexed];
}

test.each(NEW)('%s keeps nobody waiting: rows are filled in by a job, indexes made concurrently', (name) => {
  expect(holdsUp(readFileSync(`${FOLDER}${name}`, 'utf8'))).toEqual([]);
});

test('what would keep people waiting is seen', () => {
  const bad = "-- online\nupdate user_role set name = '';\ncreate unique index one on mail (id); -- update mail";
  expect(holdsUp(bad)).toEqual(['update user_role', 'create unique index one on mail']);
  const good =
    'create table seat (id uuid); update seat set id = null; create index concurrently two on mail (id);' +
    'create function f() returns trigger language plpgsql as $$ begin update mail set id = null; end $$;';
  expect(holdsUp(good)).toEqual([]);
});
