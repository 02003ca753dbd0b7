/**
 * Puts the style sheets of the page at its end: in the head they hold back what the page itself has to show until they
 * have come. Scripts wait for them as before, so nothing of ours is drawn without its styles.
 */
import type { Plugin } from 'vite';

const SHEET = /\s*<link rel="stylesheet"[^>]*>/g;

export function withSheetsLast(html: string): string {
  const sheets = html.match(SHEET) ?? [];
  return html.replace(SHEET, '').replace('</body>', () => `${sheets.join('').trim()}\n  </body>`);
}

export function firstPaint(): Plugin {
  return {
    name: 'signet-first-paint',
    apply: 'build',
    transformIndexHtml: { order: 'post', handler: withSheetsLast },
  };
}
