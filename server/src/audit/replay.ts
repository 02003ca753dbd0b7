import { openCheckpoint } from './checkpoint.ts';
import type { Checkpoint } from './checkpoint.ts';
import * as findings from './findings.ts';
import type { Finding, Place, Run, Suspect } from './findings.ts';
import { append, EMPTY_TREE, rootOf } from './merkle.ts';
import type { Tree } from './merkle.ts';
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

/** The log read from its beginning: each place and each checkpoint in order, then `end`. */
export type Replay = {
  place: (place: Place) => void;
  /** `size` is the size under which the note is filed, where the source files it under one. */
  checkpoint: (note: string, size?: number) => void;
  end: () => Verdict;
};

/**
 * Rebuilds the tree twice, from what the events say and from the hashes kept beside them, and
 * compares both with every signed head on the way. Heads that agree with the first prove the
 * events. Where only the second agrees, the kept hashes are proved, and with them which event is
 * the first that is not what was signed. Where neither does, the fault lies between two heads.
 * `home` is a checkpoint kept elsewhere, its signature already verified.
 */
export function replay(verifier: NoteVerifier, home: Checkpoint | null = null): Replay {
  let fromEvents: Tree | null = EMPTY_TREE;
  let fromHashes: Tree | null = EMPTY_TREE;
  let next = 0;
  let proved = 0;
  /** What the events said at each size since the last proof, for a head that stands too late. */
  let since: Tree[] = [];
  let suspect: Suspect | null = null;
  let run: Run | null = null;
  let rewritten: Finding | null = null;
  let damaged: Suspect | null = null;
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

  return {
    place(place) {
      if (suspect) findings.follow(suspect, place);
      if (run) run.followed ||= place.id !== null;
      if (place.index < next) return breakOff(findings.suspectOf(place, 'extra'));
      if (place.index > next) breakOff(findings.suspectOf(nothingAt(next), 'absent'));
      next = place.index + 1;
      if (place.id === null) suspect ??= findings.suspectOf(place, 'absent');
      else if (!place.content || (place.leaf && !place.leaf.equals(place.content)))
        suspect ??= findings.suspectOf(place, 'other');
      fromEvents = grow(fromEvents, place.content);
      fromHashes = grow(fromHashes, place.leaf ?? place.content);
      if (fromEvents && since.length < REMEMBERED) since.push(fromEvents);
      // The heads of the log itself say nothing here: whoever rewrote it may have signed them too.
      if (home?.size === next && fromEvents && !isHead(fromEvents, home)) rewritten = findings.rewritten(home.size);
    },
    checkpoint(note, size) {
      const opened = openCheckpoint(note, verifier);
      if (!opened.ok || (size !== undefined && size !== opened.checkpoint.size)) {
        forged ??= findings.badCheckpoint(
          size ?? next,
          opened.ok ? 'misfiled' : opened.why,
          formatVerifierKey(verifier),
        );
        last = null;
        return;
      }
      last = { ...opened.checkpoint, note };
      if (last.size > 0) compare(last);
    },
    end() {
      // A gap where the last signed head ends is no gap in the signed log: the row after it does not belong there.
      if (suspect?.kind === 'absent' && suspect.index === last?.size && !run)
        return { verified: false, ...findings.beyondSigned(last.size) };
      const finding =
        firstOf(suspect, run) ??
        rewritten ??
        (home && home.size > next ? findings.cutOff(next, home.size) : null) ??
        forged ??
        (next > 0 && last?.size !== next
          ? findings.badCheckpoint(next, 'absent', formatVerifierKey(verifier))
          : null) ??
        (damaged && findings.damagedHash(damaged));
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

function isHead(tree: Tree | null | undefined, head: Checkpoint): boolean {
  return tree?.size === head.size && rootOf(tree).equals(head.root);
}

function grow(tree: Tree | null, leaf: Buffer | null): Tree | null {
  return tree && leaf ? append(tree, leaf) : null;
}

function nothingAt(index: number): Place {
  return { index, id: null, leaf: null, content: null };
}

/** A place that is certainly wrong is named before a run of places of which one is, unless the run lies before it. */
function firstOf(suspect: Suspect | null, run: Run | null): Finding | null {
  if (suspect && !(run && run.to <= suspect.index)) return findings.wrongPlace(suspect);
  return run ? findings.wrongRun(run) : null;
}
