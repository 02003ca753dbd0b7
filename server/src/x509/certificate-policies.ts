/**
 * Policies (RFC 5280, 6.1), as far as the authorities of a path ask for them themselves: we ask for none, so the
 * initial set is any-policy, and nothing is required or inhibited at first. Which policies are left does not matter
 * then, only whether any is: of the tree of 6.1.2 its lowest row is enough.
 */
import { valuesIn, type DerValue } from './der.ts';

export type CertificatePolicies = {
  /** Object identifiers in hexadecimal digits; null without the extension (4.2.1.4). */
  policies: ReadonlySet<string> | null;
  /** Policies of subjects by that of the issuer (4.2.1.5). */
  mappings: ReadonlyMap<string, ReadonlySet<string>>;
  /** How many certificates may follow before it holds (4.2.1.11, 4.2.1.14); null where it never does. */
  requireExplicit: number | null;
  inhibitMapping: number | null;
  inhibitAny: number | null;
};

/** The content of the four extensions, DER, where they stand. */
export type PolicyExtensions = Partial<Record<'policies' | 'mappings' | 'constraints' | 'inhibitAny', Uint8Array>>;

/** 2.5.29.32.0 */
const ANY_POLICY = '551d2000';
const REQUIRE_EXPLICIT = 0x80;
const INHIBIT_MAPPING = 0x81;
const INTEGER = 2;
/** More than any authority has; what a row may grow to stays within it, times the length of the path. */
const MOST_POLICIES = 500;

/** Reads what a certificate says of policies. Throws where it says it wrongly. */
export function readPolicies(extensions: PolicyExtensions): CertificatePolicies {
  const listed = extensions.policies && valuesOf(extensions.policies).map(({ content }) => oid(valuesIn(content)[0]));
  const mappings = new Map<string, Set<string>>();
  for (const { content } of extensions.mappings ? valuesOf(extensions.mappings) : []) {
    const [issuer, subject] = valuesIn(content);
    const known = mappings.get(oid(issuer)) ?? new Set();
    mappings.set(oid(issuer), known.add(oid(subject)));
  }
  if ([listed ?? [], [...mappings.values()].flatMap((subjects) => [...subjects])].some(isTooMany))
    throw new Error('These are more policies than anybody has.');
  const constraints = extensions.constraints ? valuesOf(extensions.constraints) : [];
  const skip = (tag: number): number | null => {
    const found = constraints.find((one) => one.tag === tag);
    return found ? count(found.content) : null;
  };
  const [inhibitAny] = extensions.inhibitAny ? valuesIn(extensions.inhibitAny) : [];
  if (inhibitAny && inhibitAny.tag !== INTEGER) throw new Error('This is no number of certificates.');
  return {
    policies: listed ? new Set(listed) : null,
    mappings,
    requireExplicit: skip(REQUIRE_EXPLICIT),
    inhibitMapping: skip(INHIBIT_MAPPING),
    inhibitAny: inhibitAny ? count(inhibitAny.content) : null,
  };
}

/** Policies of one row, each with those that are expected below it (6.1.2 a). */
type Row = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Whether the path keeps the policies that its authorities require. `path` begins below the anchor and ends with the
 * certificate that is judged.
 */
export function keepsPolicies(path: readonly (CertificatePolicies & { selfIssued: boolean })[]): boolean {
  // 6.1.2 (a), (d), (e), (f)
  let row: Row | null = new Map([[ANY_POLICY, new Set([ANY_POLICY])]]);
  let explicit = path.length + 1;
  let inhibitAny = path.length + 1;
  let mapping = path.length + 1;
  for (const [at, one] of path.entries()) {
    const last = at === path.length - 1;
    const anyCounts = inhibitAny > 0 || (!last && one.selfIssued);
    // 6.1.3 (d), (e). What (f) asks is asked at the end: a row that is empty stays so, and a policy stays required.
    row = row && nextRow(row, one.policies, anyCounts);
    if (last) break;
    // 6.1.4 (a), (b)
    if (mapsAny(one.mappings)) return false;
    row = row && mapped(row, one.mappings, mapping > 0);
    // 6.1.4 (h), (i), (j)
    const passed = one.selfIssued ? 0 : 1;
    explicit = Math.min(Math.max(explicit - passed, 0), one.requireExplicit ?? Infinity);
    mapping = Math.min(Math.max(mapping - passed, 0), one.inhibitMapping ?? Infinity);
    inhibitAny = Math.min(Math.max(inhibitAny - passed, 0), one.inhibitAny ?? Infinity);
  }
  // 6.1.5 (a), (b), (g)
  explicit = path.at(-1)?.requireExplicit === 0 ? 0 : Math.max(explicit - 1, 0);
  return explicit > 0 || row !== null;
}

/** 6.1.3 (d) and (e); null once nothing is left. */
function nextRow(row: Row, policies: CertificatePolicies['policies'], anyCounts: boolean): Row | null {
  const expected = new Set([...row.values()].flatMap((below) => [...below]));
  const named = [...(policies ?? [])].filter((policy) => policy !== ANY_POLICY);
  const next = new Set(named.filter((policy) => expected.has(policy) || row.has(ANY_POLICY)));
  if (anyCounts && policies?.has(ANY_POLICY)) for (const policy of expected) next.add(policy);
  return next.size > 0 ? new Map([...next].map((policy) => [policy, new Set([policy])])) : null;
}

/** 6.1.4 (b) */
function mapped(row: Row, mappings: CertificatePolicies['mappings'], allowed: boolean): Row | null {
  const next = new Map(row);
  for (const [policy, subjects] of mappings)
    if (!allowed) next.delete(policy);
    // Where any-policy stands in the row, it stands for those that are mapped as well.
    else if (row.has(policy)) next.set(policy, subjects);
  return next.size > 0 ? next : null;
}

/** 4.2.1.5: any-policy is mapped neither from nor to. */
const mapsAny = (mappings: CertificatePolicies['mappings']): boolean =>
  [...mappings].some(([policy, subjects]) => policy === ANY_POLICY || subjects.has(ANY_POLICY));

const isTooMany = ({ length }: readonly string[]): boolean => length > MOST_POLICIES;

/** The values of a SEQUENCE that stands alone. */
function valuesOf(der: Uint8Array): DerValue[] {
  const [sequence, ...more] = valuesIn(der);
  if (!sequence || more.length > 0) throw new Error('One value was to stand here.');
  return valuesIn(sequence.content);
}

function oid(value: DerValue | undefined): string {
  if (!value) throw new Error('A policy was to stand here.');
  return Buffer.from(value.content).toString('hex');
}

/** An INTEGER of nought or more. More than six octets are more than any path is long. */
function count(content: Uint8Array): number {
  if (content.length === 0 || (content[0] ?? 0) >= 0x80) throw new Error('This is no number of certificates.');
  return content.length > 6 ? Infinity : Buffer.from(content).readUIntBE(0, content.length);
}
