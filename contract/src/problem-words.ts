/** Codes among the values of a reason that people know by a name: what is put in their place in its text. */
import type { ReasonParams } from './problem.ts';

/** By the name of the value: the family of text keys that names it. */
export const FAMILIES: Readonly<Record<string, string>> = {
  application: 'product',
  feature: 'licensed',
  permission: 'permission',
  table: 'migration.table',
};

/** The values with names in the place of codes. `nameOf` answers the text of a key, null where there is none. */
export const paramsInWords = (params: ReasonParams, nameOf: (key: string) => string | null): ReasonParams =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => {
      const family = FAMILIES[name];
      return [name, (family === undefined ? null : nameOf(`${family}.${value}`)) ?? value];
    }),
  );
