/** A page that posts a form to another server, as soon as it is there, or by its button where no script runs. */
import type { FormAnswer } from '@signet/contract/endpoint';
import { pickLocale } from '@signet/contract/locales';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { text } from '../texts.ts';
import { wantedLanguages } from './no-such-page.ts';
import { pagePolicy } from './page-policy.ts';
import { escapeHtml, PLAIN_STYLE, plainPage } from './plain-page.ts';

const SCRIPT = 'document.forms[0].submit()';

/**
 * What the page may do. Browsers hold `form-action` against where the other server leads on to as well, which may be
 * any server: so only the scheme is said. Nothing that somebody else has written stands in the page unescaped.
 */
const policyOf = (to: string): string =>
  pagePolicy({
    style: PLAIN_STYLE,
    scripts: [SCRIPT],
    forms: to.startsWith('https:') ? ['https:'] : ['https:', 'http:'],
  });

/** Answers the page, in the best language of the browser. Nobody keeps it. */
export function sendForm(request: FastifyRequest, reply: FastifyReply, { to, fields }: FormAnswer): FastifyReply {
  const locale = pickLocale(wantedLanguages(request.headers['accept-language'] ?? ''));
  const said = (key: string): string => escapeHtml(text(locale, key));
  const title = text(locale, 'saml.formTitle', { host: new URL(to).host });
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  );
  const main = [
    `<h1>${escapeHtml(title)}</h1><p>${said('saml.formBody')}</p>`,
    `<form method="post" action="${escapeHtml(to)}">${inputs.join('')}`,
    `<button class="act">${said('saml.formGo')}</button></form>`,
    `<script>${SCRIPT}</script>`,
  ].join('');
  return reply
    .header('cache-control', 'no-store')
    .header('vary', 'accept-language')
    .header('content-security-policy', policyOf(to))
    .type('text/html; charset=utf-8')
    .send(plainPage({ locale, title: `${title} – Signet`, main }));
}
