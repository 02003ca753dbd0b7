/** Stops a build whose files import each other in a circle: which of them runs first would be chance, and a page could break. */
import type { Plugin } from 'vite';

/** A circle among `imports`, as the files along it; null when there is none. */
export function circleIn(imports: ReadonlyMap<string, readonly string[]>): string[] | null {
  const done = new Set<string>();
  const walk = (file: string, way: readonly string[]): string[] | null => {
    if (way.includes(file)) return [...way.slice(way.indexOf(file)), file];
    if (done.has(file)) return null;
    for (const next of imports.get(file) ?? []) {
      const circle = walk(next, [...way, file]);
      if (circle) return circle;
    }
    done.add(file);
    return null;
  };
  for (const file of imports.keys()) {
    const circle = walk(file, []);
    if (circle) return circle;
  }
  return null;
}

export function chunkOrder(): Plugin {
  return {
    name: 'signet-chunk-order',
    generateBundle(_, bundle) {
      const circle = circleIn(new Map(Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file.imports] as const] : []))));
      if (circle) this.error(`These files of the console import each other in a circle: ${circle.join(' -> ')}. Change the groups in vite.config.ts.`);
    },
  };
}
