/**
 * Pages that the server makes itself, in the product's look and without the console: no script but the one that keeps
 * the chosen colour scheme.
 */
import { languageTag, type Locale } from '@signet/contract/locales';
import { pagePolicy } from './page-policy.ts';

/** Makes text safe inside an element and inside a quoted attribute. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/**
 * The console's tokens that these pages use, by their names there (console/src/ui/theme/tokens.css); a test compares
 * them.
 */
export const TOKENS = {
  light: {
    bg: '#ffffff',
    'bg-sunken': '#f3f6f7',
    line: '#dde3e6',
    text: '#111d22',
    'text-2': '#435158',
    'text-3': '#5f6c72',
    link: '#006a7b',
    'brand-solid': '#006a7b',
    'brand-tint': '#e2f5fa',
    'brand-ink': '#005260',
  },
  dark: {
    bg: '#121a1e',
    'bg-sunken': '#0c1317',
    line: '#3a464b',
    text: '#e7ebee',
    'text-2': '#c3cace',
    'text-3': '#9ea9ae',
    link: '#8fcddc',
    'brand-solid': '#1e7e90',
    'brand-tint': '#13282d',
    'brand-ink': '#b0dce7',
  },
} as const;

const declared = (scheme: keyof typeof TOKENS): string =>
  `color-scheme:${scheme};${Object.entries(TOKENS[scheme])
    .map(([name, value]) => `--sg-${name}:${value}`)
    .join(';')}`;

/** Style of every such page. The person's own choice of a scheme goes before the system's. */
export const PLAIN_STYLE = `:root{${declared('light')}}
@media (prefers-color-scheme:dark){:root:not([data-mantine-color-scheme='light']){${declared('dark')}}}
:root[data-mantine-color-scheme='dark']{${declared('dark')}}
*{box-sizing:border-box}
body{margin:0;background:var(--sg-bg);color:var(--sg-text);overflow-wrap:break-word;
  font:15px/1.55 'Inter Variable',Inter,system-ui,sans-serif}
a{color:var(--sg-link);text-underline-offset:2px}
:focus-visible{outline:2px solid var(--sg-link);outline-offset:2px}
header{display:flex;align-items:center;gap:10px;padding:20px 24px;border-bottom:1px solid var(--sg-line);
  font-weight:600}
header img{width:24px;height:24px}
main{max-width:60rem;margin:0 auto;padding:40px 24px 64px}
h1{font-size:1.75rem;line-height:2.25rem;letter-spacing:-.02em;margin:0 0 8px}
p{margin:0 0 16px;max-width:68ch;color:var(--sg-text-2)}
.act{display:inline-block;margin-top:8px;padding:10px 18px;border-radius:6px;background:var(--sg-brand-solid);
  color:#fff;font:inherit;font-weight:500;text-decoration:none;border:0;cursor:pointer}
`;

/** The policy of a page that has this style in itself: it is shown also where no second request would be answered. */
export const PLAIN_PAGE_POLICY = pagePolicy({ style: PLAIN_STYLE });

type Page = {
  locale: Locale;
  title: string;
  /** HTML. */
  main: string;
  /** Address of a style sheet beside the page's own style. */
  stylePath?: string;
};

/** The whole document. `title` is plain text. */
export function plainPage({ locale, title, main, stylePath }: Page): string {
  const style = stylePath ? `<link rel="stylesheet" href="${stylePath}">` : `<style>${PLAIN_STYLE}</style>`;
  return `<!doctype html>
<html lang="${languageTag(locale)}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title><link rel="icon" type="image/svg+xml" href="/account/mark.svg">
<script src="/account/scheme.js"></script>${style}</head>
<body><header><img src="/account/mark.svg" alt="">Signet</header><main>${main}</main></body></html>`;
}
