/** The foot of a list: which rows of how many, rows per page, pages. */
import { IconChevronLeft, IconChevronRight, IconSelector } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useText } from '../../i18n/text.ts';
import { useOwnAddress } from '../routing/own-address.ts';
import { PageLink } from '../routing/PageLink.tsx';
import type { List } from './list-state.ts';
import { PAGE_SIZES, pagerOf, type Pages } from './paging.ts';
import css from './list-foot.module.css';

/** `bar` takes the place of the first words while rows are selected (the look: nothing moves, no row is covered). */
export function ListFoot<F extends string>({
  list,
  pages: { page, last, open, from, to, total },
  bar,
  menu,
  caption,
}: {
  list: List<F>;
  pages: Pages;
  bar: ReactNode;
  /** Whether rows have a menu at their end. */ menu: boolean;
  caption: string | null;
}) {
  const t = useText();
  return (
    <div className={css.foot} data-bar={bar ? true : undefined} data-menu={menu || undefined}>
      {bar}
      {total.count > 0 && (
        <span className={css.range}>
          {t(total.exact ? 'list.range' : 'list.rangeMore', { from, to, total: total.count })}
        </span>
      )}
      <span role="status" className={css.caption}>
        {caption}
      </span>
      {total.count > 0 && (
        <span className={css.size}>
          <select
            aria-label={t('list.pageSize')}
            value={list.limit}
            onChange={(event) => list.setLimit(Number(event.currentTarget.value))}
          >
            {PAGE_SIZES.map((size) => (
              <option key={size} value={size}>
                {t('list.perPage', { size })}
              </option>
            ))}
          </select>
          <IconSelector size={14} stroke={1.75} aria-hidden />
        </span>
      )}
      {total.count > 0 && (
        <nav className={css.pager} aria-label={t('list.pages')}>
          <Step to={page > 1 ? page - 1 : null} label={t('list.previous')}>
            <IconChevronLeft size={16} stroke={1.75} aria-hidden />
          </Step>
          {pagerOf(page, last, open).map((one, index) =>
            one === 'gap' ? (
              <span key={`gap${index}`} className={css.gap} aria-hidden>
                …
              </span>
            ) : (
              <Step key={one} to={one} label={t('list.page', { page: one })} current={one === page}>
                {one}
              </Step>
            ),
          )}
          <Step to={page < last || open ? page + 1 : null} label={t('list.next')}>
            <IconChevronRight size={16} stroke={1.75} aria-hidden />
          </Step>
        </nav>
      )}
    </div>
  );
}

/** A page as a link, so that it can be opened in a tab of its own. Null: there is none that way. */
function Step({
  to,
  label,
  current,
  children,
}: {
  to: number | null;
  label: string;
  current?: boolean;
  children: ReactNode;
}) {
  const { pathname, searchStr } = useOwnAddress();
  if (to === null)
    return (
      <span className={css.none} role="link" aria-disabled="true" aria-label={label}>
        {children}
      </span>
    );
  return (
    <PageLink
      to={`${pathname}${searchStr}#${to}`}
      title={label}
      aria-label={label}
      aria-current={current ? 'page' : undefined}
      data-number={typeof children === 'number' || undefined}
    >
      {children}
    </PageLink>
  );
}
