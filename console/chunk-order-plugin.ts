/**
 * Stops a build whose files import each other in a circle: which of them runs first would be chance, and a page could
 * break. And one in which sign-in would load the signed-in frame.
 */
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

/** Everything that a file loads with it. */
export function reachOf(file: string, imports: ReadonlyMap<string, readonly string[]>): Set<string> {
  const reached = new Set<string>();
  const walk = (one: string): void => {
    if (reached.has(one)) return;
    reached.add(one);
    for (const next of imports.get(one) ?? []) walk(next);
  };
  walk(file);
  return reached;
}

export function chunkOrder(): Plugin {
  return {
    name: 'signet-chunk-order',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [file] : []));
      const imports = new Map(chunks.map((chunk) => [chunk.fileName, chunk.imports]));
      const circle = circleIn(imports);
      if (circle)
        this.error(
          `These files of the console import each other in a circle: ${circle.join(' -> ')}. Change the ` +
            'groups in vite.config.ts.',
        );
      const fileOf = (name: string) => chunks.find((chunk) => chunk.name === name)?.fileName ?? '';
      if (reachOf(fileOf('LoginPage'), imports).has(fileOf('signed-in')))
        this.error(
          'Sign-in would load the signed-in frame. Name what it needs of it in the group `public` of vite.config.ts.',
        );
    },
  };
}
