import { openCheckpoint } from './checkpoint.ts';
import type { Checkpoint } from './checkpoint.ts';
import * as findings from './findings.ts';
import type { Finding, Place, Run, Suspect, Unsigned } from './findings.ts';
import { append, EMPTY_TREE, rootOf } from './merkle.ts';
import type { Tree, TreeNode } from './merkle.ts';
import { formatVerifierKey } from './note.ts';
import type { NoteVerifier } from './note.ts';

/**
 * Trees remembered between two heads: more than a sequencer puts there, so that only a log robbed of its heads has
 * more.
 */
const REMEMBERED = 20_000;

/** The log is as it was signed, or what is wrong first. An empty log has no checkpoint. */
export type Verdict =
  | { verified: true; tree_size: number; root: Buffer; checkpoint: string | null }
  | ({ verified: false } & Finding);

/** The log read from its beginning: each place and checkpoint in order, the events that none covers, then `end`. */
export type Replay = {
  place: (place: Place) => void;
  /** `size` is the size under which the note is filed, where the source files it under one. */
  checkpoint: (note: string, size?: number) => void;
  unsigned: (event: Unsigned) => void;
  end: () => Verdict;
};

/**
 * What is known beside the log itself. `homes` are checkpoints kept elsewhere, their signatures already verified;
 * `start` is a tree already proved, where the log is read from a later place than its beginning.
 */
export type Known = { homes?: readonly Checkpoint[]; start?: Tree };

/**
 * Rebuilds the tree twice, from what the events say and from the hashes kept beside them, and
 * compares both with every signed head on the way. Heads that agree with the first prove the
 * events. Where only the second agrees, the kept hashes are proved, and with them which event is
 * the first that is not what was signed. Where neither does, the fault lies between two heads.
 *
 * This is the one place where a log is judged: the command gives it an exported file, the API the rows around an event,
 * tests and measurements the database.
 */
export function replay(verifier: NoteVerifier, { homes = [], start = EMPTY_TREE }: Known = {}): Replay {
  let fromEvents: Tree | null = start;
  let fromHashes: Tree | null = start;
  let next = start.size;
  let proved = start.size;
  /** Rows of which checkpoints kept elsewhere say that they are the same as ever. */
  let provedHome = 0;
  const homesBySize = Map.groupBy(homes, ({ size }) => size);
  const farthest = Math.max(0, ...homesBySize.keys());
  /** What the events said at each size since the last proof, for a head that stands too late. */
  let since: Tree[] = [];
  let suspect: Suspect | null = null;
  let run: Run | null = null;
  let rewritten: Finding | null = null;
  let damaged: Suspect | null = null;
  /** A row as it was signed, of which a hash kept beside it is not. */
  let staleHash: Place | null = null;
  let damagedNode: Finding | null = null;
  const unsigned: Unsigned[] = [];
  let forged: Finding | null = null;
  let last: (Checkpoint & { note: string }) | null = null;

  function breakOff(found: Suspect): void {
    suspect ??= found;
    [fromEvents, fromHashes] = [null, null];
  }

  function compare(head: Checkpoint): void {
    if (head.size !== next) {
      if (
        isHead(
          since.find(({ size }) => size === head.size),
          head,
        )
      )
        breakOff(findings.suspectOf(nothingAt(head.size), 'extra'));
      else run ??= { from: proved, to: head.size, found: next, followed: false };
      [fromEvents, fromHashes] = [null, null];
    } else if (isHead(fromEvents, head)) {
      damaged ??= suspect;
      [suspect, fromHashes, proved, since] = [null, fromEvents, head.size, []];
    } else if (!isHead(fromHashes, head)) {
      run ??= { from: proved, to: head.size, found: next, followed: false };
    }
  }

  function compareHome(tree: Tree): void {
    for (const home of homesBySize.get(tree.size) ?? []) {
      if (isHead(tree, home)) provedHome = home.size;
      else rewritten ??= findings.rewritten(provedHome, home.size);
    }
  }

  /** Compares the inner nodes that a leaf completes with those that are stored. */
  function compareNodes(built: TreeNode[], stored: Place['nodes']): void {
    if (damagedNode || !stored) return;
    const wrong = built.find(({ hash }, at) => !stored[at]?.equals(hash));
    if (wrong) damagedNode = findings.damagedNode(wrong.level, wrong.index);
  }

  return {
    place(place) {
      if (suspect) findings.follow(suspect, place);
      if (run) run.followed ||= place.id !== null;
      if (place.index < next) return breakOff(findings.suspectOf(place, 'extra'));
      if (place.index > next) breakOff(findings.suspectOf(nothingAt(next), 'absent'));
      next = place.index + 1;
      const kept = place.leaf ?? place.hash ?? null;
      if (place.id === null) suspect ??= findings.suspectOf(place, 'absent');
      else if (!place.content || (kept && !kept.equals(place.content)))
        suspect ??= findings.suspectOf({ ...place, leaf: kept }, 'other');
      // A source that knows the nodes knows the leaf too: where it is missing, the tree's copy is.
      else if ((place.hash && !place.hash.equals(place.content)) || (place.nodes && !place.leaf)) staleHash ??= place;
      const built: TreeNode[] = [];
      fromEvents = grow(fromEvents, place.content, (node) => built.push(node));
      fromHashes = grow(fromHashes, kept ?? place.content);
      if (!fromEvents) return;
      compareNodes(built.slice(1), place.nodes);
      if (since.length < REMEMBERED) since.push(fromEvents);
      // The heads of the log itself say nothing here: whoever rewrote it may have signed them too.
      compareHome(fromEvents);
    },
    checkpoint(note, size) {
      const opened = openStored({ note, size: size ?? null }, next, verifier);
      if ('reason' in opened) {
        forged ??= opened;
        last = null;
        return;
      }
      last = { ...opened, note };
      if (last.size > 0) compare(last);
    },
    unsigned(event) {
      // What is in order needs no memory, and waits in any number.
      if (unsigned.length === 0 && findings.wrongUnsigned(event, 0)) unsigned.push(event);
    },
    end() {
      // A gap where the last signed head ends is no gap in the signed log: the row after it does not belong there.
      if (suspect?.kind === 'absent' && suspect.index === last?.size && !run)
        return { verified: false, ...findings.beyondSigned(next - 1, null, last.size) };
      const finding =
        firstOf(suspect, run) ??
        rewritten ??
        (farthest > next ? findings.cutOff(next, farthest) : null) ??
        forged ??
        (unsigned[0] ? findings.wrongUnsigned(unsigned[0], last?.size ?? 0) : null) ??
        (next > 0 && last?.size !== next
          ? findings.badCheckpoint(next, 'absent', formatVerifierKey(verifier))
          : null) ??
        (damaged && findings.damagedHash(damaged)) ??
        (staleHash && findings.damagedHash(staleHash)) ??
        damagedNode;
      if (finding) return { verified: false, ...finding };
      return {
        verified: true,
        tree_size: next,
        root: rootOf(fromEvents ?? EMPTY_TREE),
        checkpoint: last?.note ?? null,
      };
    },
  };
}

/**
 * The head of a stored checkpoint, or why it proves nothing: it is not signed by the key, or for another number of rows
 * than it is filed under (`size`, where it is filed under one). `rows` is how many stand before it.
 */
export function openStored(
  { note, size }: { note: string; size: number | null },
  rows: number,
  verifier: NoteVerifier,
): Checkpoint | Finding {
  const opened = openCheckpoint(note, verifier);
  const isMisfiled = opened.ok && size !== null && size !== opened.checkpoint.size;
  if (opened.ok && !isMisfiled) return opened.checkpoint;
  return findings.badCheckpoint(size ?? rows, opened.ok ? 'misfiled' : opened.why, formatVerifierKey(verifier));
}

function isHead(tree: Tree | null | undefined, head: Checkpoint): boolean {
  return tree?.size === head.size && rootOf(tree).equals(head.root);
}

function grow(tree: Tree | null, leaf: Buffer | null, onNode?: (node: TreeNode) => void): Tree | null {
  return tree && leaf ? append(tree, leaf, onNode) : null;
}

function nothingAt(index: number): Place {
  return { index, id: null, leaf: null, content: null };
}

/** A place that is certainly wrong is named before a run of places of which one is, unless the run lies before it. */
function firstOf(suspect: Suspect | null, run: Run | null): Finding | null {
  if (suspect && !(run && run.to <= suspect.index)) return findings.wrongPlace(suspect);
  return run ? findings.wrongRun(run) : null;
}
