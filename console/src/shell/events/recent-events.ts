import type { AuditEventRow } from '@signet/contract/areas/audit-log';

/** The newest of several lists that each come newest first, at most `most`; what stands in two of them once. */
export function newestOf(lists: readonly (readonly AuditEventRow[])[], most: number): AuditEventRow[] {
  const byId = new Map(lists.flat().map((event) => [event.id, event]));
  return [...byId.values()]
    .toSorted((a, b) => (a.at === b.at ? (a.id < b.id ? 1 : -1) : a.at < b.at ? 1 : -1))
    .slice(0, most);
}
