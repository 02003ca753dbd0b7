/** Pages of a list: the number lives in the URL's hash (S-010 to S-012). */
import { LIMITS } from '@signet/contract/limits';

export const PAGE_SIZES = [10, 20, 50, 100] as const;

/** The page of a hash without its `#`; 1 for anything that is not a whole number from 1 (S-011, S-012). */
export function pageOfHash(hash: string): number {
  const page = /^\d{1,9}$/.test(hash) ? Number(hash) : 1;
  return Math.max(1, page);
}

/** The offset of a page, never beyond what the platform accepts. */
export function offsetOf(page: number, limit: number): number {
  return Math.min((page - 1) * limit, LIMITS.offsetMax);
}

/** The number of the last page; an empty list has one page. */
export function lastPage(total: number, limit: number): number {
  return Math.max(1, Math.ceil(total / limit));
}

/** What a list has answered; without `total_exact` its total is taken as exact. */
export type ListAnswer = {
  items: readonly unknown[];
  total: number;
  total_exact?: boolean;
  offset?: number;
  limit?: number;
};
/** How many rows match; not exact: there are more than that. */
export type Total = { count: number; exact: boolean };

/** What is known of the total: counted whole, told as exact, or seen from a last page that is not full. */
export function totalOf(answer: ListAnswer, whole: number | null): Total {
  if (answer.total_exact !== false) return { count: answer.total, exact: true };
  if (whole !== null) return { count: whole, exact: true };
  const { items, offset, limit } = answer;
  const isLast = offset !== undefined && limit !== undefined && items.length > 0 && items.length < limit;
  return isLast ? { count: offset + items.length, exact: true } : { count: answer.total, exact: false };
}

/**
 * Where a list stands: the page shown, its rows by their numbers, the last page that is known, and whether there are
 * pages beyond it.
 */
export type Pages = { page: number; last: number; open: boolean; from: number; to: number; total: Total };

/** `rows`: how many the page shows; `limit` of them while they are on their way. */
export function pagesOf(page: number, limit: number, rows: number, total: Total): Pages {
  if (total.exact) {
    const last = lastPage(total.count, limit);
    const currentPage = Math.min(page, last);
    return {
      page: currentPage,
      last,
      open: false,
      from: (currentPage - 1) * limit + 1,
      to: Math.min(currentPage * limit, total.count),
      total,
    };
  }
  // A full page may have another one after it.
  const last = Math.max(lastPage(total.count, limit), rows < limit ? page : page + 1);
  return { page, last, open: true, from: (page - 1) * limit + 1, to: (page - 1) * limit + rows, total };
}

/** The size a person prefers; 20 without a choice, 10 for anything that is no number (S-411). */
export function pageSizeOf(stored: string | null): number {
  if (stored === null) return LIMITS.pageLimit;
  const size = Number(stored);
  if (!Number.isInteger(size)) return LIMITS.pageLimitFallback;
  return PAGE_SIZES.find((one) => one === size) ?? LIMITS.pageLimit;
}

/**
 * What the pager shows: first, last, the neighbours of the current page, and gaps between. `open`: there are pages
 * beyond `last`, nobody knows how many.
 */
export function pagerOf(page: number, last: number, open = false): (number | 'gap')[] {
  const numbers = new Set([1, page - 1, page, page + 1]);
  if (page <= 3) for (const near of [2, 3]) numbers.add(near);
  if (!open) numbers.add(last);
  if (!open && page >= last - 2) for (const near of [last - 2, last - 1]) numbers.add(near);
  const pages = [...numbers].filter((one) => one >= 1 && one <= last).toSorted((a, b) => a - b);
  const pageLinks = pages.flatMap((one, index) => {
    const gap = one - (pages[index - 1] ?? one - 1);
    if (gap === 1) return [one];
    return gap === 2 ? [one - 1, one] : ['gap' as const, one];
  });
  return open ? [...pageLinks, 'gap'] : pageLinks;
}
