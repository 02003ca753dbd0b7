type Snapshot = Readonly<Record<string, unknown>> | null;
type FieldTexts = { field: string; before: string; after: string };

/**
 * Every field of what an event of the audit log keeps, before and after, as texts. What has fields of its own is told
 * by them: `features.certificates`.
 */
export function allFields(before: Snapshot, after: Snapshot): FieldTexts[] {
  const [was, is] = [flat(before), flat(after)];
  const fields = [...new Set([...was.keys(), ...is.keys()])];
  return fields.map((field) => ({ field, before: asText(was.get(field)), after: asText(is.get(field)) }));
}

/** What an event changed: the fields whose value is another one. */
export const differences = (before: Snapshot, after: Snapshot): FieldTexts[] =>
  allFields(before, after).filter((one) => one.before !== one.after);

function flat(snapshot: Snapshot, under = ''): Map<string, unknown> {
  const pairs = Object.entries(snapshot ?? {}).flatMap(([name, value]) =>
    isRecord(value) ? [...flat(value, `${under}${name}.`)] : [[`${under}${name}`, value] as const],
  );
  return new Map(pairs);
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function asText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value.join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}
