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

/** The size a person prefers; 20 without a choice, 10 for anything that is no number (S-411). */
export function pageSizeOf(stored: string | null): number {
  if (stored === null) return LIMITS.pageLimit;
  const size = Number(stored);
  if (!Number.isInteger(size)) return LIMITS.pageLimitFallback;
  return PAGE_SIZES.find((one) => one === size) ?? LIMITS.pageLimit;
}

/** What the pager shows: first, last, the neighbours of the current page, and gaps between. */
export function pagerOf(page: number, last: number): (number | 'gap')[] {
  const wanted = new Set([1, last, page - 1, page, page + 1]);
  if (page <= 3) for (const near of [2, 3]) wanted.add(near);
  if (page >= last - 2) for (const near of [last - 2, last - 1]) wanted.add(near);
  const pages = [...wanted].filter((one) => one >= 1 && one <= last).toSorted((a, b) => a - b);
  return pages.flatMap((one, index) => {
    const gap = one - (pages[index - 1] ?? one - 1);
    if (gap === 1) return [one];
    return gap === 2 ? [one - 1, one] : ['gap' as const, one];
  });
}
