type Snapshot = Readonly<Record<string, unknown>> | null;
type FieldTexts = { field: string; before: string; after: string };

/** Every field of what an event of the audit log keeps, before and after, as texts. */
export function allFields(before: Snapshot, after: Snapshot): FieldTexts[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return fields.map((field) => ({ field, before: asText(before?.[field]), after: asText(after?.[field]) }));
}

/** What an event changed: the fields whose value is another one. */
export const differences = (before: Snapshot, after: Snapshot): FieldTexts[] =>
  allFields(before, after).filter((one) => one.before !== one.after);

function asText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
