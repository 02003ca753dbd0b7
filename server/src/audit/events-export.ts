import type { Db } from '../db/open.ts';
import { canonicalJson, contentHash, evidenceOf } from './leaf.ts';
import { rangeHash, subtrees } from './merkle.ts';
import { formatVerifierKey, type NoteVerifier } from './note.ts';
import { inclusionPath } from './proof.ts';
import type { AuditEventRow } from './tables.ts';
import { findNodes, type SignedCheckpoint } from './tree-store.ts';

/** What the first line of a file of chosen events says that it is. */
export const EVENTS_FORMAT = 'signet-audit-events/1';

/** What is left out of an event whose actor is of another tenant than whoever takes the file. */
const WITHHELD = ['ip', 'user_agent', 'correlation_id', 'credential_id', 'credential_name'] as const;

/** A stored event, and whether {@link WITHHELD} is kept from the reader. */
export type ChosenEvent = AuditEventRow & { withheld: boolean };

/**
 * Chosen events as lines of canonical JSON with their line ends; hashes are base64. The header: the log's key and the
 * signed checkpoint that all proofs lead to, null before the first. A line for each event, in the order given:
 * `{ event, index, proof }` with its place in the log and its inclusion proof (RFC 6962 §2.1.1); `index` and `proof`
 * null while it waits for a checkpoint. Where a part of it is withheld, `withheld` names the fields and `leaf` is the
 * leaf hash, which can be proved but not be made of what is left. In the end `{ events }`, how many there were.
 */
export async function* exportEvents(
  db: Db,
  batches: AsyncIterable<readonly ChosenEvent[]>,
  { verifier, signed }: { verifier: NoteVerifier; signed: SignedCheckpoint | null },
): AsyncGenerator<string> {
  yield line({
    format: EVENTS_FORMAT,
    origin: verifier.name,
    public_key: formatVerifierKey(verifier),
    checkpoint: signed?.note ?? null,
  });
  let events = 0;
  for await (const rows of batches) {
    const proofOf = await proofsOf(db, rows, signed?.size ?? 0);
    events += rows.length;
    yield rows.map((row) => line(eventLine(row, proofOf(row)))).join('');
  }
  yield line({ events });
}

const line = (value: Record<string, unknown>): string => `${canonicalJson(value)}\n`;
const base64 = (bytes: Buffer): string => bytes.toString('base64');

type Proof = { index: number; proof: string[] };

function eventLine(row: ChosenEvent, proved: Proof | null): Record<string, unknown> {
  const place = proved ?? { index: null, proof: null };
  // What no writer of ours stores has no canonical JSON: the line names it, and its proof then fails.
  const event = contentHash(row) ? evidenceOf(row) : { id: row.id };
  if (!row.withheld) return { event, ...place };
  const shown = Object.fromEntries(Object.entries(event).filter(([name]) => !isWithheld(name)));
  return { event: shown, ...place, withheld: [...WITHHELD], leaf: base64(row.leaf_hash) };
}

const isWithheld = (name: string): boolean => WITHHELD.some((field) => field === name);

/**
 * The inclusion proofs of a batch in a tree of `size` leaves, of one query. One whose nodes are not all stored has an
 * empty proof, which does not verify.
 */
async function proofsOf(
  db: Db,
  rows: readonly ChosenEvent[],
  size: number,
): Promise<(row: ChosenEvent) => Proof | null> {
  const indexOf = ({ tree_index }: ChosenEvent): number | null =>
    tree_index === null || Number(tree_index) >= size ? null : Number(tree_index);
  const paths = new Map(
    rows.flatMap((row) => {
      const index = indexOf(row);
      return index === null ? [] : [[index, inclusionPath(index, size)] as const];
    }),
  );
  const places = new Map(
    [...paths.values()]
      .flat()
      .flatMap((range) => subtrees(range).map((place) => [`${place.level}/${place.index}`, place] as const)),
  );
  const find = await findNodes(db, [...places.values()]);
  return (row) => {
    const index = indexOf(row);
    if (index === null) return null;
    const ranges = paths.get(index) ?? [];
    const isWhole = ranges.every((range) => subtrees(range).every((place) => find(place) !== null));
    if (!isWhole) return { index, proof: [] };
    return { index, proof: ranges.map((range) => base64(rangeHash(range, (place) => find(place) ?? Buffer.alloc(0)))) };
  };
}
