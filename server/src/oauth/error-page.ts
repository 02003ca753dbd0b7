/** What a person sees whose browser was sent here with a request that can't be answered by leading it back. */
import { pickLocale } from '@signet/contract/locales';
import type { ErrorOut, KoaContextWithOIDC } from 'oidc-provider';
import { wantedLanguages } from '../http/no-such-page.ts';
import { escapeHtml, PLAIN_PAGE_POLICY, plainPage } from '../http/plain-page.ts';
import { text } from '../texts.ts';

/** Nobody is led on from here: the address to go back to is what may be wrong. */
export async function errorPage(ctx: KoaContextWithOIDC, { error, error_description }: ErrorOut): Promise<void> {
  const locale = pickLocale(wantedLanguages(ctx.get('accept-language')));
  const escaped = (key: string): string => escapeHtml(text(locale, key));
  const code = escapeHtml([error, error_description].filter(Boolean).join(': '));
  ctx.set('content-security-policy', PLAIN_PAGE_POLICY);
  ctx.type = 'text/html; charset=utf-8';
  ctx.body = plainPage({
    locale,
    title: `${text(locale, 'oauthAuthorization.errorTitle')} – Signet`,
    main: [
      `<h1>${escaped('oauthAuthorization.errorTitle')}</h1><p>${escaped('oauthAuthorization.errorText')}</p>`,
      `<p><code>${code}</code></p>`,
      `<a class="act" href="/account">${escaped('notFound.toConsole')}</a>`,
    ].join(''),
  });
}
