/**
 * Puts the scripts that the page must have before any file of its own into the page itself. The server lets these run
 * by their hashes, and no other script that is written into a page (server/src/http/console-page.ts).
 */
import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const FILES = { '/scheme.js': 'public/scheme.js', '/opening.js': 'opening.js' };

/** The page with each of `sources`, by its address in the page, where the page names it. */
export function withScripts(html: string, sources: Record<string, string>): string {
  return Object.entries(sources).reduce((page, [address, source]) => {
    const named = `<script src="${address}"></script>`;
    if (!page.includes(named)) throw new Error(`The page does not name ${address}.`);
    if (/<\/script|<!--/i.test(source)) throw new Error(`${address} would end its own element.`);
    return page.replace(named, () => `<script>${source}</script>`);
  }, html);
}

export function pageScripts(): Plugin {
  return {
    name: 'signet-page-scripts',
    transformIndexHtml: {
      order: 'pre',
      handler(html) {
        const read = ([address, file]: [string, string]) => {
          const path = new URL(file, import.meta.url);
          return [address, readFileSync(path, 'utf8')] as const;
        };
        return withScripts(html, Object.fromEntries(Object.entries(FILES).map(read)));
      },
    },
  };
}
