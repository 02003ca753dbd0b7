/** What an area says of one of its bulk acts, and what the module makes of it. */
import type { BulkActName } from '@signet/contract/bulk-names';
import type { Endpoint } from '@signet/contract/endpoint';
import type { Reason } from '@signet/contract/problem';
import type { Viewer } from '@signet/contract/viewer';
import type { RawBuilder } from 'kysely';
import type { z } from 'zod';
import type { Db } from '../db/open.ts';
import type { ChangeEvent } from '../db/record.ts';
import type { AuditDetail } from '../http/handler.ts';
import type { Runtime } from '../runtime.ts';

/** What is read of every row of a plan; `version` is that of the record. */
export type Target = { id: string; name: string; version: number };

/** Which records a plan is for: these ids, or all that match the filters. */
export type Selection<Filters> = { ids?: readonly string[] | undefined; filters?: Filters | undefined };

/** What will become of a row, or why nothing. `heavy` asks for a typed word before the plan is run. */
export type Verdict = { refused: Reason } | 'same' | { change: 'light' | 'heavy' };

/** What follows for the records whose ids a subquery selects, by name; one statement. */
export type EffectsOf = (targets: RawBuilder<unknown>, db: Db, now: Date) => Promise<Record<string, number>>;

type Versioned = { version: number };

/**
 * `Input` is what the act is given, `Row` what its verdict needs of a record, `One` the record of the single act,
 * `Named` what the inputs name.
 */
export type ActSpec<Filters, Row extends Target, Input, One extends Versioned, Named> = {
  name: BulkActName;
  /** The endpoint of the single act: its access, and what the audit log calls it. */
  single: Endpoint;
  /** What the act is given, and what takes it back. */
  input: z.ZodType<Input>;
  /** The chosen records that the viewer may see, by name, at most `most` of them; one statement. */
  rows: (viewer: Viewer, db: Db, selection: Selection<Filters>, most: number, now: Date) => Promise<Row[]>;
  /** What the inputs name beside the rows, and the verdicts need: read once for all of them. */
  named?: (viewer: Viewer, db: Db, inputs: readonly Input[]) => Promise<Named>;
  /** By the predicates by which the single act is refused. */
  verdict: (viewer: Viewer, row: Row, input: Input, now: Date, runtime: Runtime, named: Named | undefined) => Verdict;
  /** Throws what is wrong with the input itself, under its field. */
  check?: (tx: Db, input: Input, now: Date) => Promise<void>;
  effects?: EffectsOf;
  /** One record as it is now, under its lock. Throws 404. */
  read: (viewer: Viewer, tx: Db, id: string, now: Date) => Promise<One>;
  /** The store function of the single act. */
  perform: (
    viewer: Viewer,
    tx: Db,
    before: One,
    input: Input,
    now: Date,
    runtime: Runtime,
  ) => Promise<{ event: ChangeEvent | 'nothing'; after?: One; also?: readonly AuditDetail[] }>;
  /** What brings a record back; without it the act can't be undone. */
  undo?: (before: One, input: Input) => Input;
};

/** A row with its verdict. */
export type Judged = Target & { verdict: Verdict };
/** What was done to a row; `doneVersion` is null where nothing is left to have one. */
export type Performed = {
  event: ChangeEvent | 'nothing';
  /** What was made or ended on the way, such as the seat of who is invited. */
  also?: readonly AuditDetail[];
  undoInput: unknown;
  doneVersion: number | null;
};

/** A bulk act whose types are its own business. Its input is checked wherever it comes in, also from the database. */
export type BulkAct<Filters> = {
  name: BulkActName;
  single: Endpoint;
  undoable: boolean;
  check: (tx: Db, input: unknown, now: Date) => Promise<void>;
  /** The chosen rows with their verdicts; `inputOf` tells what each is given. */
  judge: (
    viewer: Viewer,
    db: Db,
    selection: Selection<Filters>,
    how: { most: number; inputOf: (id: string) => unknown; now: Date; runtime: Runtime },
  ) => Promise<Judged[]>;
  effects: EffectsOf | null;
  /** The version that a record has now, under its lock, and how to go on. Throws 404. */
  open: (
    viewer: Viewer,
    tx: Db,
    id: string,
    now: Date,
    runtime: Runtime,
  ) => Promise<{ version: number; perform: (input: unknown) => Promise<Performed> }>;
};

/** Every bulk act there is, by its name. A run and an undo choose by ids alone. */
export type BulkActs = Readonly<Partial<Record<BulkActName, BulkAct<never>>>>;

/** A bulk act of what an area says of it. */
export function bulkAct<Filters, Row extends Target, Input, One extends Versioned, Named = never>(
  spec: ActSpec<Filters, Row, Input, One, Named>,
): BulkAct<Filters> {
  const { name, single, input: schema, effects = null, undo } = spec;
  return {
    name,
    single,
    effects,
    undoable: undo !== undefined,
    async check(tx, input, now) {
      await spec.check?.(tx, schema.parse(input), now);
    },
    async judge(viewer, db, selection, { most, inputOf, now, runtime }) {
      const rows = await spec.rows(viewer, db, selection, most, now);
      const given = rows.map((row) => ({ row, input: schema.parse(inputOf(row.id)) }));
      const inputs = given.map(({ input }) => input);
      const named = await spec.named?.(viewer, db, inputs);
      return given.map(({ row, input }) => ({
        id: row.id,
        name: row.name,
        version: row.version,
        verdict: spec.verdict(viewer, row, input, now, runtime, named),
      }));
    },
    async open(viewer, tx, id, now, runtime) {
      const before = await spec.read(viewer, tx, id, now);
      return {
        version: before.version,
        async perform(input) {
          const given = schema.parse(input);
          const { event, after, also } = await spec.perform(viewer, tx, before, given, now, runtime);
          const told = also ? { event, also } : { event };
          return { ...told, undoInput: undo?.(before, given) ?? null, doneVersion: after?.version ?? null };
        },
      };
    },
  };
}
