/** What the product's process keeps in memory, by kind, as its own metrics tell. */
import { kilobytes, table } from './markdown.ts';

/** Bytes at one moment. */
export type Memory = {
  /** Of the process, as the system counts it; the database is not in it. */
  resident: number;
  /** What the heap of JavaScript has taken, and what of it objects fill, those that wait for collection among them. */
  heap: number;
  heapUsed: number;
  /** The part of the heap where objects are new. */
  young: number;
  /** Buffers, which belong to objects of the heap and lie outside. */
  buffers: number;
};

/** Throws where the metrics say nothing of it. */
export function memoryIn(metrics: string): Memory {
  const number = (name: string): number => {
    const line = metrics.split('\n').find((one) => one.startsWith(`${name} `));
    if (line === undefined) throw new Error(`The metrics say nothing of ${name}.`);
    return Number(line.slice(name.length + 1));
  };
  return {
    resident: number('process_resident_memory_bytes'),
    heap: number('nodejs_heap_size_total_bytes'),
    heapUsed: number('nodejs_heap_size_used_bytes'),
    young: number('nodejs_heap_space_size_total_bytes{space="new"}'),
    buffers: number('nodejs_external_memory_bytes'),
  };
}

type Kind = { what: string; of: (memory: Memory) => number };
const KINDS: readonly Kind[] = [
  { what: 'in all', of: ({ resident }) => resident },
  { what: 'heap: objects, also those that wait for collection', of: ({ heapUsed }) => heapUsed },
  { what: 'heap: kept free for more', of: ({ heap, heapUsed }) => heap - heapUsed },
  { what: 'of the heap, where objects are new', of: ({ young }) => young },
  { what: 'buffers outside of it', of: ({ buffers }) => buffers },
  {
    what: 'the program, its libraries, compiled code, stacks',
    of: ({ resident, heap, buffers }) => resident - heap - buffers,
  },
];

/** Memory at the moments that are given, side by side. */
export const memoryTable = (moments: Readonly<Record<string, Memory>>): string =>
  table(
    ['memory', ...Object.keys(moments)],
    KINDS.map(({ what, of }) => [what, ...Object.values(moments).map((memory) => kilobytes(of(memory)))]),
  );
