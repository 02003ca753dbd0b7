/** What the sign-in page may carry of the customer's: read leniently, since a wrong setting must not close the door. */
import { APP_CODES, type AppCode } from '@signet/contract/viewer';
import { LEGAL_DOCUMENTS, type LegalLink } from '@signet/contract/legal';

/** The console's own page of a document. */
const ownPage = (link: LegalLink): string => `/account/legal/${LEGAL_DOCUMENTS[link]}`;
const LINKS = Object.keys(LEGAL_DOCUMENTS) as LegalLink[];

export type CustomLogin = {
  /** Empty for the built-in logo. */
  logo: string;
  copyright: string;
  urls: Record<LegalLink, string>;
  notice: { title: string; text: string } | null;
  /** Where the products are that run beside this console; those that don't have no address. */
  products: Partial<Record<AppCode, string>>;
};

/**
 * An http or https address, or a path of this server. Null for all else: `javascript:`, `data:`, `//host`, text with
 * spaces.
 */
export function safeLink(value: unknown): string | null {
  if (typeof value !== 'string' || value === '' || value.length > 2048 || /[\s\p{Cc}\\]/u.test(value)) return null;
  if (/^\/(?!\/)/.test(value)) return value;
  return /^https?:\/\//i.test(value) && URL.canParse(value) ? value : null;
}

/**
 * The address of a logo: https, or a path of this server. The pages' own policy blocks pictures that come without TLS,
 * and the browser a mixed page: the built-in logo stands in for one.
 */
export const safeLogo = (value: unknown): string | null => {
  const link = safeLink(value);
  return link !== null && /^(?:https:|\/)/i.test(link) ? link : null;
};

const plainText = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, 2000) : null;
const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

/**
 * The stored setting (any JSON) over the defaults; what can't be shown safely falls back to its default. `year` is the
 * current one.
 */
export function customLogin(stored: unknown, year: number): CustomLogin {
  const { logo, copyright, urls, notice, products } = record(stored);
  const links = record(urls);
  const [title, text] = [plainText(record(notice)['title']), plainText(record(notice)['text'])];
  return {
    logo: safeLogo(logo) ?? '',
    copyright: plainText(copyright) ?? `© ${year} Signet`,
    urls: Object.fromEntries(LINKS.map((link) => [link, safeLink(links[link]) ?? ownPage(link)])) as Record<
      LegalLink,
      string
    >,
    notice: title && text ? { title, text } : null,
    products: Object.fromEntries(
      APP_CODES.flatMap((code) => {
        const address = safeLink(record(products)[code]);
        return address === null ? [] : [[code, address]];
      }),
    ),
  };
}
