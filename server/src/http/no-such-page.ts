/**
 * The page for addresses that neither the console nor the API has, such as those of products that do not run here
 * (S-007, S-039).
 */
import { pickLocale } from '@signet/contract/locales';
import { text } from '../texts.ts';
import { escapeHtml, plainPage } from './plain-page.ts';

/** The languages of an Accept-Language header, the most wanted first (RFC 9110 §12.5.4). */
export function wantedLanguages(header: string): string[] {
  const ranges = header
    .slice(0, 512)
    .split(',')
    .map((range) => {
      const [tag = '', ...parameters] = range.trim().split(';');
      const quality = parameters.find((parameter) => parameter.trim().startsWith('q='));
      return { tag: tag.trim(), quality: quality ? Number(quality.trim().slice(2)) : 1 };
    });
  return ranges
    .filter(({ tag, quality }) => tag !== '' && quality > 0)
    .toSorted((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag);
}

/** In the best language for `acceptLanguage`. */
export function noSuchPage(acceptLanguage: string | undefined): string {
  const locale = pickLocale(wantedLanguages(acceptLanguage ?? ''));
  const escaped = (key: string): string => escapeHtml(text(locale, key));
  return plainPage({
    locale,
    title: `${text(locale, 'notFound.title')} – Signet`,
    main: [
      `<h1>${escaped('notFound.title')}</h1><p>${escaped('notFound.elsewhere')}</p>`,
      `<a class="act" href="/account">${escaped('notFound.toConsole')}</a>`,
    ].join(''),
  });
}
