/**
 * Landmarks of long lists: what every so many-th row has in the terms of the order, so that a page far down is read
 * from the landmark before it and not from either end of the list.
 */
import type { OrderKey } from './list-order.ts';
import type { Db } from './open.ts';

/** What is remembered, for how long, and what it may cost. Times are in milliseconds. */
export const LANDMARKS = {
  /** Rows between two landmarks: passing over so many takes a fraction of what else a page does. */
  step: 500,
  /** Most landmarks of a list: beyond `step` times so many rows they are further apart. */
  most: 2_000,
  /** A page that passes over so many rows is worth landmarks. */
  far: 2_000,
  /** Used later than that, they are made anew while they are used. */
  fresh: 30_000,
  /** Then they are forgotten: rows that were renamed are where they are, and not where the landmarks have them. */
  kept: 120_000,
  /** Most landmarks of all lists together. */
  mostOfAll: 40_000,
  /** About what one takes. */
  bytes: 200,
  /** How long making them may take in the database. */
  longest: 10_000,
  /** How many times the time that making them took passes until any are made again. */
  rest: 4,
};

export type Landmarks = {
  /** Rows between two of them. */
  step: number;
  /** Of the first row, and of each `step`-th from there on; none where the list is not one for landmarks. */
  keys: readonly OrderKey[];
  /** How many rows there were for the viewer: `seen` of the list. */
  seen: number;
};

/** The landmarks that a process remembers of one database’s lists, by the question that asks for all their rows. */
export type LandmarkMemory = {
  /** Those of a question, and whether they should be made anew. */
  find(question: string): (Landmarks & { isOld: boolean }) | null;
  /** Has them made, unless others are being made or were a moment ago. Nobody waits for it, and it may fail. */
  make(question: string, walk: () => Promise<Landmarks>): void;
};

const byDatabase = new WeakMap<Db, LandmarkMemory>();

/** Landmarks of a database's lists from now on; `failed` hears of each walk that fails, of which nobody else does. */
export function rememberLandmarks(db: Db, failed: (error: unknown) => void): void {
  byDatabase.set(db, openLandmarks(failed));
}

/** The landmarks of a database's lists. */
export function landmarksOf(db: Db): LandmarkMemory {
  const memory = byDatabase.get(db) ?? openLandmarks();
  byDatabase.set(db, memory);
  return memory;
}

type Remembered = Landmarks & { madeAt: number; forget: NodeJS.Timeout };

/** An empty memory. `failed` hears why a list could not be walked. */
export function openLandmarks(failed: (error: unknown) => void = () => undefined): LandmarkMemory {
  /** The one that was used last stands last. */
  const all = new Map<string, Remembered>();
  let isMaking = false;
  let restsUntil = 0;

  function drop(question: string): void {
    clearTimeout(all.get(question)?.forget);
    all.delete(question);
  }

  function keep(question: string, made: Landmarks): void {
    drop(question);
    const forget = setTimeout(() => drop(question), LANDMARKS.kept);
    // A process that has nothing else to do ends.
    forget.unref();
    all.set(question, { ...made, madeAt: performance.now(), forget });
    let count = [...all].reduce((sum, [one, { keys }]) => sum + sizeOf(one, keys), 0);
    for (const [oldest, { keys }] of all) {
      if (count <= LANDMARKS.mostOfAll) break;
      drop(oldest);
      count -= sizeOf(oldest, keys);
    }
  }

  return {
    find(question) {
      const found = all.get(question);
      if (!found) return null;
      all.delete(question);
      all.set(question, found);
      return { ...found, isOld: performance.now() - found.madeAt > LANDMARKS.fresh };
    },
    make(question, walk) {
      const isKnownInVain = all.get(question)?.keys.length === 0;
      if (isMaking || isKnownInVain || performance.now() < restsUntil) return;
      isMaking = true;
      const began = performance.now();
      void walk()
        .catch((error: unknown) => (failed(error), null))
        .then((made) => {
          if (made) keep(question, made);
          // A list that could not be walked is left alone for a while; landmarks that it has stay as long as any.
          else if (!all.has(question)) keep(question, { step: LANDMARKS.step, keys: [], seen: 0 });
          restsUntil = performance.now() + LANDMARKS.rest * (performance.now() - began);
          isMaking = false;
        });
    },
  };
}

/** In landmarks: a question takes room as well, a long one of many accounts as much as several. */
const sizeOf = (question: string, keys: readonly OrderKey[]): number =>
  keys.length + Math.ceil(question.length / LANDMARKS.bytes);
