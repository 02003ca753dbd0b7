/** What a person sees whose browser was sent here with a request that can't be answered by leading it back, or now. */
import { pickLocale } from '@signet/contract/locales';
import type { ErrorOut, KoaContextWithOIDC } from 'oidc-provider';
import { wantedLanguages } from '../http/no-such-page.ts';
import { escapeHtml, PLAIN_PAGE_POLICY, plainPage } from '../http/plain-page.ts';
import { text } from '../texts.ts';

/** `languages`: those that the browser wants. Nobody is led on from here: the address to go back to may be wrong. */
export function refusedPage(languages: readonly string[], { error, error_description }: ErrorOut): string {
  const locale = pickLocale(languages);
  const escaped = (key: string): string => escapeHtml(text(locale, key));
  const why = error === 'temporarily_unavailable' ? 'oauthAuthorization.busyText' : 'oauthAuthorization.errorText';
  const code = escapeHtml([error, error_description].filter(Boolean).join(': '));
  return plainPage({
    locale,
    title: `${text(locale, 'oauthAuthorization.errorTitle')} – Signet`,
    main: [
      `<h1>${escaped('oauthAuthorization.errorTitle')}</h1><p>${escaped(why)}</p>`,
      `<p><code>${code}</code></p>`,
      `<a class="act" href="/account">${escaped('notFound.toConsole')}</a>`,
    ].join(''),
  });
}

/** As oidc-provider asks for it. */
export async function errorPage(ctx: KoaContextWithOIDC, said: ErrorOut): Promise<void> {
  ctx.set('content-security-policy', PLAIN_PAGE_POLICY);
  ctx.type = 'text/html; charset=utf-8';
  ctx.body = refusedPage(wantedLanguages(ctx.get('accept-language')), said);
}
