/** One connection to the database, asking by prepared statements. */
import pg from 'pg';

const TYPE_DATE = 1082;

export type Bare = {
  /** The rows of a statement that the connection prepares at its first use. */
  ask<T extends pg.QueryResultRow>(statement: string, values?: readonly unknown[]): Promise<T[]>;
  /** The rows of a statement that is planned for these values: where a plan for any values would be a bad one. */
  plan<T extends pg.QueryResultRow>(statement: string, values: readonly unknown[]): Promise<T[]>;
  /** A statement without values: begin, commit, fetch. */
  run<T extends pg.QueryResultRow>(statement: string): Promise<T[]>;
  close(): Promise<void>;
};

export async function openBare(connection: pg.ClientConfig): Promise<Bare> {
  // Days stay text, as in the product.
  const types = {
    getTypeParser: (oid: number, format?: 'text' | 'binary') =>
      oid === TYPE_DATE ? (value: string) => value : pg.types.getTypeParser(oid, format),
  };
  const client = new pg.Client({ ...connection, types });
  await client.connect();
  const names = new Map<string, string>();
  return {
    async ask<T extends pg.QueryResultRow>(statement: string, values: readonly unknown[] = []) {
      const name = names.get(statement) ?? `bare_${names.size}`;
      names.set(statement, name);
      return (await client.query<T>({ name, text: statement, values: [...values] })).rows;
    },
    plan: async <T extends pg.QueryResultRow>(statement: string, values: readonly unknown[]) =>
      (await client.query<T>(statement, [...values])).rows,
    run: async <T extends pg.QueryResultRow>(statement: string) => (await client.query<T>(statement)).rows,
    close: () => client.end(),
  };
}
