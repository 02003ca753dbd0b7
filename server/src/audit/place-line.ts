import { canonicalJson, evidenceOf } from './leaf.ts';
import type { AuditEventRow } from './tables.ts';

/** An event that has its place in the log. */
export type PlacedEvent = { index: number; row: AuditEventRow };

/** The evidence of a row; of one that has no canonical JSON only the id, so that it can be named. */
export function soundEvidence(row: AuditEventRow): Record<string, unknown> {
  try {
    const evidence = evidenceOf(row);
    canonicalJson(evidence);
    return evidence;
  } catch {
    return { id: row.id };
  }
}

/**
 * An event as it leaves the house, one line of canonical JSON: `{ event, index, leaf }`, as an export of the log has
 * it. `leaf` is SHA-256(0x00 || canonical JSON of `event`) in base64, by which whoever keeps the line can prove it.
 */
export const placeLine = ({ index, row }: PlacedEvent): string =>
  canonicalJson({ index, leaf: row.leaf_hash.toString('base64'), event: soundEvidence(row) });
