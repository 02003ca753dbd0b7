const TRIES = 5;

/**
 * The least milliseconds of CPU time that a piece of work took of five tries, of this process alone. What makes it more
 * at times is none of the work: the first run, memory that is cleaned up, a processor that is shared.
 */
export function leastCpuMs(work: () => unknown): number {
  const tries = Array.from({ length: TRIES }, () => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  return Math.min(...tries);
}
