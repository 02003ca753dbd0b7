/** What the sign-in page may carry of the customer's: read leniently, since a wrong setting must not close the door. */
import { APP_CODES, type AppCode } from '@signet/contract/viewer';
import { whyNotContact, whyNotLink, whyNotPicture } from '@signet/contract/platform-settings';
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

/** An address that a link may lead to; null for all else. */
export const safeLink = (value: unknown, whyNot = whyNotLink): string | null =>
  typeof value === 'string' && value !== '' && whyNot(value) === null ? value : null;

const linkOf = (link: LegalLink, value: unknown): string =>
  safeLink(value, link === 'contactUs' ? whyNotContact : whyNotLink) ?? ownPage(link);

/** The address of a logo; the built-in one stands in for what is none. */
export const safeLogo = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' && whyNotPicture(value) === null ? value : null;

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
    urls: Object.fromEntries(LINKS.map((link) => [link, linkOf(link, links[link])])) as Record<LegalLink, string>,
    notice: title && text ? { title, text } : null,
    products: Object.fromEntries(
      APP_CODES.flatMap((code) => {
        const address = safeLink(record(products)[code]);
        return address === null ? [] : [[code, address]];
      }),
    ),
  };
}
