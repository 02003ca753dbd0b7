/**
 * Mantine's compound components load parts that the console has no use for, 9 kB compressed on every signed-in page:
 * Modal and Drawer load ScrollArea to ask whether that is what they scroll with, Menu and Popover hang menus within
 * menus, a search and context menus on themselves. The build gives them something empty in the place of these.
 */
import type { Plugin } from 'vite';

interface LeftOut {
  /** Files of Mantine that import the part. */
  readonly of: readonly string[];
  readonly part: string;
  /** What stands in its place. */
  readonly as: string;
}

const IN_MODALS = {
  of: ['Modal/ModalRoot.mjs', 'Drawer/DrawerRoot.mjs'],
  part: 'ScrollArea',
  as: '{ Autosize: null }',
};
const statics = (of: string, parts: readonly string[]): LeftOut[] =>
  parts.map((part) => ({ of: [of], part, as: 'null' }));

/** Each part that is left out. */
export const LEFT_OUT: readonly LeftOut[] = [
  IN_MODALS,
  ...statics('Menu/Menu.mjs', ['MenuContextMenu', 'MenuSearch', 'MenuSub']),
  ...statics('Popover/Popover.mjs', ['PopoverContextMenu']),
];

const EMPTY = '\0left-out-';

/** The part that `importer`, a path with slashes, gets nothing for when it imports `imported`. */
export const leftOut = (imported: string, importer: string | undefined): LeftOut | undefined =>
  LEFT_OUT.find(
    ({ of, part }) =>
      imported.endsWith(`/${part}.mjs`) &&
      of.some((file) => importer?.includes('/@mantine/core/') && importer.endsWith(`/components/${file}`)),
  );

export function leanMantine(): Plugin {
  return {
    name: 'signet-lean-mantine',
    apply: 'build',
    enforce: 'pre',
    resolveId(id, importer) {
      const found = leftOut(id, importer);
      return found && EMPTY + found.part;
    },
    load(id) {
      const found = LEFT_OUT.find(({ part }) => id === EMPTY + part);
      return found && `export const ${found.part} = ${found.as};`;
    },
  };
}
