/**
 * Schemas of the contract that come once somebody fills in the form: with the program that checks by them they weigh
 * more than the page, and nothing is wrong with a form that nobody has touched.
 */
import type { Schema } from './check.ts';

let onTheirWay: Promise<unknown> | null = null;

/** Settles once the schemas are there that were asked for; null where none is on its way. */
export const schemasOnTheirWay = (): Promise<unknown> | null => onTheirWay;

/**
 * The schema that `load` answers, fetched when something is first checked by it. Until then it finds nothing wrong; nor
 * does it where it can't be fetched: the server checks again.
 */
export function laterSchema(load: () => Promise<Schema>): Schema {
  let schema: Schema | null = null;
  let loading: Promise<void> | null = null;

  async function fetchIt(): Promise<void> {
    try {
      schema = await load();
    } catch {
      loading = null;
    }
  }

  return {
    safeParse(value, options) {
      if (schema) return schema.safeParse(value, options);
      loading ??= fetchIt();
      const all = Promise.all([onTheirWay, loading]).then(() => {
        if (onTheirWay === all) onTheirWay = null;
      });
      onTheirWay = all;
      return { success: true };
    },
  };
}
