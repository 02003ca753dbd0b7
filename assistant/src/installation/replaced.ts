/** Notices that a package has put another program in the place of the one that runs: after an update, as a rule. */
import { statSync } from 'node:fs';

/** Between two looks at the file, and then at what is under way, in milliseconds. */
const LOOKS = 2_000;
const WAITS = 200;
/** Nothing is under way in so many looks: the answer of what was done last has left by then. */
const CALM = 2;

/** Another file has another inode, and one that was written over another time. Null while none is to be seen. */
function markOf(file: string): string | null {
  try {
    const { ino, mtimeMs } = statSync(file);
    return `${ino} ${mtimeMs}`;
  } catch {
    return null;
  }
}

/** Does it once the file was replaced and nothing is under way. It keeps no process from ending. */
export function onReplaced(file: string, isQuiet: () => boolean, done: () => void): void {
  const before = markOf(file);
  let calm = 0;
  let timer = setInterval(look, LOOKS).unref();

  function look(): void {
    const now = markOf(file);
    if (now === null || now === before) return;
    clearInterval(timer);
    timer = setInterval(wait, WAITS).unref();
  }
  function wait(): void {
    calm = isQuiet() ? calm + 1 : 0;
    if (calm < CALM) return;
    clearInterval(timer);
    done();
  }
}
