/**
 * Whether a certificate stands below one of the authorities that are trusted here. OpenSSL answers that in a handshake
 * alone, and a certificate that a proxy hands on, or that is uploaded, comes without one.
 */
import { forPath, type PathCertificate } from './path-certificate.ts';
import { isSameName } from './comparable-name.ts';
import { whyNotPath, type PathAsk, type PathFault } from './path-rules.ts';
import type { ReadCertificate } from './read-certificate.ts';

/** As many as a file may have (file.ts), and more than anybody sends. */
const MOST_OTHERS = 20;
/** What is tried before it is given up, so that certificates made to cost time cost milliseconds. */
const MOST_SIGNATURES = 40;
const MOST_STEPS = 400;
const MOST_PATHS = 20;

/**
 * Looks for a path from `leaf` to one of `anchors` over any of `others`, in whatever order they come (RFC 4158: paths
 * are built upwards), and judges it by RFC 5280, 6.1. Whether one of them was revoked is for the caller to ask. Answers
 * the path, leaf first and anchor last, or what is wrong with the first one that was found; without any, why there is
 * none.
 */
export function checkPath(
  leaf: ReadCertificate,
  others: readonly ReadCertificate[],
  anchors: readonly ReadCertificate[],
  ask: PathAsk,
): { path: ReadCertificate[] } | { fault: PathFault } {
  if (others.length > MOST_OTHERS) return { fault: 'too_many' };
  const first = forPath(leaf);
  if (!first) return { fault: 'unknown_critical' };
  const search = new Search(
    others.flatMap((one) => forPath(one) ?? []),
    anchors.flatMap((one) => forPath(one) ?? []),
  );
  let fault: PathFault | null = null;
  let judged = 0;
  for (const path of search.above([first])) {
    const found = whyNotPath(path, ask);
    if (!found) return { path: path.map(({ read }) => read) };
    fault ??= found;
    judged += 1;
    if (judged === MOST_PATHS) break;
  }
  return { fault: fault ?? (leaf.authority === null ? search.whyNone() : 'wrong_usage') };
}

/** The faults of single steps, the one that says most first. */
const STEP_FAULTS = ['too_many', 'bad_signature', 'weak_key', 'weak_signature'] as const;
type StepFault = (typeof STEP_FAULTS)[number];

class Search {
  readonly #others: readonly PathCertificate[];
  readonly #anchors: readonly PathCertificate[];
  readonly #met = new Set<StepFault>();
  /** What was found of a certificate and who may have signed it: no signature is looked at twice. */
  readonly #signed = new Map<PathCertificate, Map<PathCertificate, boolean>>();
  #signatures = 0;
  #steps = 0;

  constructor(others: readonly PathCertificate[], anchors: readonly PathCertificate[]) {
    this.#others = others;
    this.#anchors = anchors;
  }

  /** Every path that goes on from this one to an anchor, each signature good; at each step the anchors first. */
  *above(path: readonly PathCertificate[]): Generator<PathCertificate[]> {
    const last = path.at(-1);
    if (!last) return;
    for (const anchor of this.#anchors) if (this.#goesOn(path, last, anchor)) yield [...path, anchor];
    for (const other of this.#others) if (this.#goesOn(path, last, other)) yield* this.above([...path, other]);
  }

  /** Why there is no path at all. */
  whyNone(): PathFault {
    return STEP_FAULTS.find((fault) => this.#met.has(fault)) ?? 'unknown_authority';
  }

  /** Whether `issuer` may stand above `last`: by its name (6.1.3 (a) (4)) and its signature (6.1.3 (a) (1)). */
  #goesOn(path: readonly PathCertificate[], last: PathCertificate, issuer: PathCertificate): boolean {
    if (!isSameName(last.issuer, issuer.subject)) return false;
    // No name with the same key twice: authorities that signed each other would lead round and round (RFC 4158, 2.4.2).
    if (path.some((one) => isSameHolder(one, issuer))) return false;
    this.#steps += 1;
    if (this.#steps > MOST_STEPS) return this.#no('too_many');
    const known = this.#signed.get(last) ?? new Map<PathCertificate, boolean>();
    this.#signed.set(last, known);
    const before = known.get(issuer);
    if (before !== undefined) return before;
    const signed = this.#isSigned(last, issuer);
    known.set(issuer, signed);
    return signed;
  }

  #isSigned({ read, openssl }: PathCertificate, issuer: PathCertificate): boolean {
    if (read.signatureAlgorithm === null) return this.#no('weak_signature');
    // Not even tried: a key of a strange size makes each check dear.
    if ('fault' in issuer.read.key) return this.#no('weak_key');
    if (this.#signatures === MOST_SIGNATURES) return this.#no('too_many');
    this.#signatures += 1;
    // OpenSSL also compares the algorithm inside of the signed part with the one outside (4.1.1.2).
    return openssl.verify(issuer.openssl.publicKey) || this.#no('bad_signature');
  }

  #no(fault: StepFault): false {
    this.#met.add(fault);
    return false;
  }
}

const isSameHolder = (a: PathCertificate, b: PathCertificate): boolean =>
  isSameName(a.subject, b.subject) && Buffer.from(a.read.publicKey).equals(b.read.publicKey);
