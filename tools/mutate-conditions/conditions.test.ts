import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseAst } from 'rolldown/parseAst';
import { describe, expect, it } from 'vitest';
import { withSwitches } from './conditions.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

const conditionsOf = (source: string): string[] =>
  withSwitches('a.ts', source, 1).conditions.map(({ line, text }) => `${line}: ${text}`);

describe('what is taken away', () => {
  it('each condition of a query that is built, those of an inner query too', () => {
    const source = `db.selectFrom('a').where('x', '=', 1)
      .where(({ exists }) => exists(db.selectFrom('b').where('y', '=', 2))).execute();`;
    expect(conditionsOf(source)).toEqual([
      `1: .where(({ exists }) => exists(db.selectFrom('b').where('y', '=', 2)))`,
      `1: .where('x', '=', 1)`,
      `2: .where('y', '=', 2)`,
    ]);
  });

  it('each condition of SQL that is written, up to what comes after it', () => {
    const source = `sql\`select from a where a.x = \${x} and (a.y or a.z) and exists (select from b where b.a = a.id)
      and a.c is distinct from 'where and' order by a.x\`;`;
    expect(conditionsOf(source)).toEqual([
      '1: a.x = ${x}',
      '1: (a.y or a.z)',
      '1: exists (select from b where b.a = a.id)',
      '1: b.a = a.id',
      "2: a.c is distinct from 'where and'",
    ]);
  });

  it('each refusal', () => {
    expect(
      conditionsOf(`if (!one) throw notFound(); if (two) { throw new Problem('TWO'); } if (three) three();`),
    ).toEqual(['1: !one', '1: two']);
  });

  it('nothing that stands beside `or`, goes on in another line, or has to wait', () => {
    expect(conditionsOf('sql`select from a where a.x = 1 or a.y = 2 and (a.z\n = 3)`;')).toEqual([]);
    expect(conditionsOf(`db.selectFrom('a').where('x', '=', await x());`)).toEqual([]);
  });
});

it('every source of the server can be read with its switches', () => {
  const files = globSync('server/src/**/*.ts', { cwd: root }).filter((file) => !file.endsWith('.test.ts'));
  expect(files.length).toBeGreaterThan(100);
  for (const file of files) {
    const { source } = withSwitches(file, readFileSync(path.join(root, file), 'utf8'), 1);
    expect(() => parseAst(source, { lang: 'ts' }), file).not.toThrow();
  }
});
