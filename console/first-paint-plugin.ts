/**
 * Keeps the style sheets of the page from holding back what the page itself has to show until they have come: with
 * `media="print"` the browser loads them beside, and main.tsx applies them before anything is drawn that needs them.
 * They stay in their place, before those that are loaded later: the order decides between rules of equal weight.
 */
import type { Plugin } from 'vite';

export function withoutHolding(html: string): string {
  return html.replaceAll('<link rel="stylesheet"', '<link rel="stylesheet" media="print" data-applied-later');
}

export function firstPaint(): Plugin {
  return {
    name: 'signet-first-paint',
    apply: 'build',
    transformIndexHtml: { order: 'post', handler: withoutHolding },
  };
}
