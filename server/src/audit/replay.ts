import { openCheckpoint } from './checkpoint.ts';
import type { Checkpoint } from './checkpoint.ts';
import { append, EMPTY_TREE, rootOf } from './merkle.ts';
import type { Tree } from './merkle.ts';
import { formatVerifierKey } from './note.ts';
import type { NoteVerifier } from './note.ts';
import * as say from './findings.ts';
import type { Finding, Place, Suspect } from './findings.ts';

/** The log is as it was signed, or what is wrong first. An empty log has no checkpoint. */
export type Verdict = { verified: true; tree_size: number; root: Buffer; checkpoint: string | null } | ({ verified: false } & Finding);

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
  let said: Tree | null = EMPTY_TREE;
  let kept: Tree | null = EMPTY_TREE;
  let next = 0;
  let proved = 0;
  let suspect: Suspect | null = null;
  let mismatch: { from: number; to: number } | null = null;
  let damaged: Suspect | null = null;
  let forged: Finding | null = null;
  let last: (Checkpoint & { note: string }) | null = null;

  function compare(head: Checkpoint): void {
    if (said && rootOf(said).equals(head.root)) {
      damaged ??= suspect;
      [suspect, kept, proved] = [null, said, head.size];
    } else if (!(kept && rootOf(kept).equals(head.root))) {
      mismatch ??= { from: proved, to: head.size };
    }
  }

  function breakOff(found: Suspect): void {
    suspect ??= found;
    [said, kept] = [null, null];
  }

  return {
    place(place) {
      if (suspect) say.follow(suspect, place);
      if (place.index < next) return breakOff(say.suspectOf(place, 'extra'));
      if (place.index > next) breakOff(say.suspectOf({ index: next, id: null, leaf: null, content: null }, 'absent'));
      next = place.index + 1;
      if (place.id === null) suspect ??= say.suspectOf(place, 'absent');
      else if (!place.content || (place.leaf && !place.leaf.equals(place.content))) suspect ??= say.suspectOf(place, 'other');
      said = grown(said, place.content);
      kept = grown(kept, place.leaf ?? place.content);
      if (home?.size === next) compare(home);
    },
    checkpoint(note, size) {
      const opened = openCheckpoint(note, verifier);
      if (!opened.ok || (size !== undefined && size !== opened.checkpoint.size)) {
        forged ??= say.badCheckpoint(size ?? next, opened.ok ? 'misfiled' : opened.why, formatVerifierKey(verifier));
        last = null;
        return;
      }
      const head = opened.checkpoint;
      if (head.size > next) breakOff(say.suspectOf({ index: next, id: null, leaf: null, content: null }, 'absent'));
      else if (head.size < next) breakOff(say.suspectOf({ index: head.size, id: null, leaf: null, content: null }, 'extra'));
      else if (next > 0) compare(head);
      last = { ...head, note };
    },
    end() {
      const finding =
        firstOf(suspect, mismatch) ??
        (home && home.size > next ? say.cutOff(next, home.size, 'the checkpoint kept elsewhere') : null) ??
        forged ??
        (next > 0 && last?.size !== next ? say.badCheckpoint(next, 'absent', formatVerifierKey(verifier)) : null) ??
        (damaged && say.damagedHash(damaged));
      if (finding) return { verified: false, ...finding };
      return { verified: true, tree_size: next, root: rootOf(said ?? EMPTY_TREE), checkpoint: last?.note ?? null };
    },
  };
}

function grown(tree: Tree | null, leaf: Buffer | null): Tree | null {
  return tree && leaf ? append(tree, leaf) : null;
}

/** A place that is certainly wrong is named before a run of places of which one is. */
function firstOf(suspect: Suspect | null, mismatch: { from: number; to: number } | null): Finding | null {
  if (suspect && !(mismatch && mismatch.to <= suspect.index)) return say.wrongPlace(suspect);
  return mismatch ? say.wrongRun(mismatch.from, mismatch.to) : null;
}
