/**
 * Puts into the page, in each language, what it says where its own files do not come: that is shown by
 * opening.js, when no catalog of texts may have come either.
 */
import { languageTag, LOCALES } from '@signet/contract/locales';
import type { TextKey } from '@signet/contract/texts';
import type { Plugin } from 'vite';
import { textsOf } from './catalog-plugin.ts';

const HEADING = 'page.failed' satisfies TextKey;
const REASON = 'page.notLoaded' satisfies TextKey;
const AGAIN = 'common.tryAgain' satisfies TextKey;

const escaped = (text = ''): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** The page with these words before the end of its body. */
export function withWords(html: string): string {
  const words = LOCALES.map((locale) => {
    const texts = textsOf(locale);
    const [heading, reason, again] = [HEADING, REASON, AGAIN].map((key) => escaped(texts[key]));
    return (
      `<template data-not-loaded lang="${languageTag(locale)}">` +
      `<h1>${heading}</h1><p>${reason}</p><p><button type="button">${again}</button></p></template>`
    );
  });
  return html.replace('</body>', () => `${words.join('')}</body>`);
}

export function notLoaded(): Plugin {
  return { name: 'signet-not-loaded', transformIndexHtml: withWords };
}
