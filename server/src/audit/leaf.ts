import canonicalize from 'canonicalize';
import { leafHash } from './merkle.ts';
import type { AuditEventRow } from './tables.ts';

/** What a row testifies to: every column but those by which the testimony itself is kept. */
export type Evidence = Omit<AuditEventRow, 'leaf_hash' | 'mac' | 'refused_at' | 'tree_index'>;

const FIELDS = [
  'id',
  'action',
  'resource_type',
  'resource_id',
  'resource_name',
  'account_id',
  'actor_id',
  'actor_name',
  'actor_scope',
  'actor_via',
  'credential_id',
  'credential_name',
  'ip',
  'user_agent',
  'correlation_id',
  'result',
  'message',
  'before',
  'after',
] as const satisfies readonly (keyof Evidence)[];

/**
 * The evidence of a row as one JSON object. What is null is left out, so that a column that a
 * later migration adds leaves the hashes of the rows before it as they are. The time is UTC with
 * milliseconds. Throws a RangeError when the stored time is not one (infinity, for example).
 */
export function evidenceOf(row: Evidence): Record<string, unknown> {
  const at = new Date(row.at);
  return Object.fromEntries([
    ['at', at.toISOString()],
    ...FIELDS.filter((field) => row[field] !== null && row[field] !== undefined).map((field) => [field, row[field]]),
  ]);
}

/**
 * Canonical JSON (RFC 8785): sorted keys, one spelling per number and string. Numbers are IEEE 754
 * doubles, as RFC 8785 has it, so what jsonb makes of their spelling is undone. Throws for text
 * with lone surrogates and for values that JSON does not have.
 */
export function canonicalJson(value: unknown): string {
  const text = canonicalize(value);
  if (text === undefined) throw new TypeError('There is no JSON for this value.');
  return text;
}

/**
 * The leaf hash of a row's evidence: SHA-256(0x00 || UTF-8 of its canonical JSON). Throws as {@link evidenceOf} and
 * {@link canonicalJson} do.
 */
export function hashOf(row: Evidence): Buffer {
  return leafHash(Buffer.from(canonicalJson(evidenceOf(row))));
}

/** The hash of what a stored row says; null where it has no canonical JSON, which no writer of ours stores. */
export function contentHash(row: Evidence): Buffer | null {
  try {
    return hashOf(row);
  } catch {
    return null;
  }
}
