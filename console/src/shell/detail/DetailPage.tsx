/** A record as a page: title and actions, one status block, sections, an optional panel. */
import { useState, type ReactNode } from 'react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { Failure } from '../../api/failure.ts';
import { Facts, type Fact } from '../../ui/Facts.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { useCrumbName } from '../navigation/crumbs.ts';
import { DetailSections } from './DetailSections.tsx';
import { PageBanner } from './page-banner.ts';
import { OpenPanel, PanelButtons } from './PanelButtons.tsx';
import { usePanels, type RecordPanel } from './record-panel.ts';
import type { RecordSection } from './record-section.ts';
import { UnreadPage } from '../routing/UnreadPage.tsx';
import css from './detail.module.css';

type Props<T> = {
  query: UseQueryResult<T, Failure>;
  /** Name of the record: the title and the crumb. Null keeps the route's own crumb. */
  name: (record: T) => string;
  crumb?: boolean;
  beside?: (record: T) => ReactNode;
  actions?: (record: T) => ReactNode;
  banners?: (record: T) => ReactNode;
  facts?: (record: T) => readonly Fact[];
  /** As the map hands them to the page. */
  sections?: readonly RecordSection<T>[];
  panels?: readonly RecordPanel<T>[];
  children?: (record: T) => ReactNode;
};

export function DetailPage<T>({
  query,
  name,
  crumb = true,
  beside,
  actions,
  banners,
  facts,
  sections,
  panels = [],
  children,
}: Props<T>) {
  // What was read before somebody else deleted it, or took it out of sight, is not shown as if it were there.
  const data = query.error?.httpStatus === 404 ? undefined : query.data;
  const [banner, setBanner] = useState<ReactNode>(null);
  const shown = usePanels(data, panels);
  useCrumbName(crumb && data !== undefined ? name(data) : undefined);
  if (data === undefined) return <UnreadPage query={query} />;
  const buttons = (
    <>
      <PanelButtons panels={shown} />
      {actions?.(data)}
    </>
  );
  return (
    <div className={css.detail}>
      <PageTitle
        title={name(data)}
        beside={beside?.(data)}
        actions={shown.here.length > 0 || actions ? buttons : undefined}
      />
      {(banner || banners) && (
        <div className={css.block}>
          {banner}
          {banners?.(data)}
        </div>
      )}
      {facts && (
        <div className={css.block}>
          <Facts facts={facts(data)} />
        </div>
      )}
      {children?.(data)}
      {sections && (
        <PageBanner value={setBanner}>
          <DetailSections record={data} sections={sections} />
        </PageBanner>
      )}
      <OpenPanel panels={shown} record={data} />
    </div>
  );
}

/** A section of a detail page, with its own actions at the right. */
export function DetailSection({
  title,
  actions,
  children,
}: {
  title: string;
  actions?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className={css.section}>
      <header>
        <h2>{title}</h2>
        {actions && <div className={css.acts}>{actions}</div>}
      </header>
      {children}
    </section>
  );
}
