/**
 * Mantine's Modal and Drawer load its ScrollArea, 4.5 kB compressed, to ask whether that is what they scroll with. The
 * console gives neither of them another way to scroll than the browser's, so they get something else to compare with.
 */
import type { Plugin } from 'vite';

const ASKS = /@mantine\/core\/.*\/(?:Modal\/ModalRoot|Drawer\/DrawerRoot)\.mjs$/;
const NONE = '\0no-scroll-area';

/** Whether a file is given the empty one in the place of what it imports. */
export const asksForScrollArea = (imported: string, importer: string | undefined): boolean =>
  imported.endsWith('/ScrollArea/ScrollArea.mjs') && ASKS.test(importer ?? '');

export function leanModal(): Plugin {
  return {
    name: 'signet-lean-modal',
    apply: 'build',
    enforce: 'pre',
    resolveId: (id, importer) => (asksForScrollArea(id, importer) ? NONE : undefined),
    load: (id) => (id === NONE ? 'export const ScrollArea = { Autosize: null };' : undefined),
  };
}
