/** The page for a browser that came under a name which is not this server's. */
import { pickLocale } from '@signet/contract/locales';
import { text } from '../texts.ts';
import { wantedLanguages } from './no-such-page.ts';
import { escapeHtml, plainPage } from './plain-page.ts';

/** In the best language for `acceptLanguage`. */
export function foreignHostPage(acceptLanguage: string | undefined): string {
  const locale = pickLocale(wantedLanguages(acceptLanguage ?? ''));
  const escaped = (key: string): string => escapeHtml(text(locale, key));
  return plainPage({
    locale,
    title: `${text(locale, 'notFound.foreignHost')} – Signet`,
    main: `<h1>${escaped('notFound.foreignHost')}</h1><p>${escaped('notifications.exceptions.FOREIGN_HOST')}</p>`,
  });
}
