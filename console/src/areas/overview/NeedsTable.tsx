/** What needs the person, in groups by how much it presses; a row is one link, with what follows of it. */
import { ACCESS } from '@signet/contract/access';
import { IconChevronRight, IconCircleCheck } from '@tabler/icons-react';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { useDateFormat } from '../../session/profile.ts';
import { Allowed } from '../../shell/permission/Allowed.tsx';
import { PageLink } from '../../shell/routing/PageLink.tsx';
import { Unread } from '../../shell/routing/Unread.tsx';
import { Busy } from '../../ui/Busy.tsx';
import { DateText } from '../../ui/DateText.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { AllElse } from './AllElse.tsx';
import { NEED_GROUPS, type Need } from './needs.ts';
import type { Needs } from './use-needs.tsx';
import css from './overview.module.css';

export function NeedsTable({ needs, reading, failed, moreEnds }: Needs) {
  const t = useText();
  if (reading) return <Busy />;
  const groups = NEED_GROUPS.map((group) => ({ group, rows: needs.filter((need) => need.group === group) }));
  return (
    <div className={`card ${css.needs}`}>
      {failed && <Unread error={failed.error} retry={failed.retry} />}
      {needs.length === 0 && !failed && (
        <EmptyState icon={IconCircleCheck} title={t('overview.nothing')}>
          {t('overview.nothingBody')}
        </EmptyState>
      )}
      {groups.map(
        ({ group, rows }) =>
          rows.length > 0 && (
            <section key={group} aria-labelledby={`needs-${group}`}>
              <h2 id={`needs-${group}`}>
                {t(`overview.group.${group}`)}
                <span className={css.count}>{rows.length}</span>
              </h2>
              <ul>
                {rows.map((need) => (
                  <Row key={need.key} need={need} />
                ))}
              </ul>
            </section>
          ),
      )}
      {moreEnds > 0 && (
        <p className={css.more}>
          <PageLink to={paths.endsSoon({ within: '60', snoozed: 'false' })}>
            {t('overview.moreEnds', { count: moreEnds })}
          </PageLink>
        </p>
      )}
      <Allowed access={ACCESS.auditLog.view}>
        <AllElse />
      </Allowed>
    </div>
  );
}

function Row({ need: { icon: Sign, name, own, kind, effect, to, on, badge } }: { need: Need }) {
  const date = useDateFormat();
  return (
    <li className={css.need}>
      <Sign size={18} stroke={1.75} aria-hidden />
      <div>
        <div className={css.what}>
          <span translate={own ? 'no' : undefined}>
            {to === null ? <b>{name}</b> : <PageLink to={to}>{name}</PageLink>}
          </span>
          <span className={css.kind}>{kind}</span>
        </div>
        <div className={css.effect}>{effect}</div>
      </div>
      <div className={css.on}>{on !== null && <DateText value={on} text={date(on)} />}</div>
      <div className={css.badge}>{badge}</div>
      {to !== null && <IconChevronRight size={14} stroke={1.75} aria-hidden />}
    </li>
  );
}
