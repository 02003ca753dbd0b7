/** What needs a person, read from each area that they may see. */
import { ACCESS } from '@signet/contract/access';
import { endingEffect } from '@signet/contract/areas/ends-soon-record';
import { daysBetween } from '@signet/contract/dates';
import { IconArrowsLeftRight, IconListCheck, IconMailForward, IconUserQuestion } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../api/query.ts';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { useAllows } from '../../session/permissions.ts';
import { localDay } from '../../session/date-time.ts';
import { useToday } from '../../session/today.ts';
import { actTexts } from '../../shell/bulk/act-texts.ts';
import { useOwnRuns } from '../../shell/bulk/own-runs.ts';
import { EndingLeft } from '../../shell/endings/EndingLeft.tsx';
import { KIND_ICONS, kindText, recordAt } from '../../shell/endings/kinds.ts';
import { useProfile } from '../../session/profile.ts';
import { StatusBadge } from '../../ui/State.tsx';
import { groupOfEnd, stateOf, type Need, type Read, type Reading } from './needs.ts';
import { useFirstSteps } from './use-first-steps.tsx';
import { useStandstills } from './use-standstills.tsx';

/** The soonest ends; all of them have a page. */
const ENDS_SHOWN = 12;
const WITHIN = '60';
const EXPIRED = { status: 'expired', renewal: 'false' } as const;

export type Needs = Read & {
  /** How many end in that time beside those shown, at least. */
  moreEnds: number;
};

/** Every need, the most pressing group first; within a group as each area sorts its own. */
export function useNeeds(): Needs {
  const endings = useEndings();
  const parts = [
    ...useFirstSteps(),
    useStandstills(),
    useFailedRuns(),
    useArrivals(),
    endings,
    useInvited(),
    useExpired(),
  ];
  return {
    needs: parts.flatMap(({ needs }) => needs),
    reading: parts.some(({ reading }) => reading),
    failed: parts.find(({ failed }) => failed)?.failed ?? null,
    moreEnds: endings.moreEnds,
  };
}

function useEndings(): Needs {
  const t = useText();
  const today = useToday();
  const { id: ownId } = useProfile();
  const query = useQuery({
    ...queryOf('GET /account/ui-api/v1/ends-soon', {
      query: { within: WITHIN, snoozed: 'false', sort: ['ends_at:asc'], limit: ENDS_SHOWN },
    }),
    enabled: useAllows(ACCESS.endsSoon.view),
  });
  const rows = query.data?.items ?? [];
  const needs = rows.map((row): Need => {
    const { effect, hint, numbers } = endingEffect(row, today);
    const kind = kindText(t, row);
    const whose = row.account_name;
    // The kind of the platform's license says whose it is.
    const isSaid = whose === row.name || row.kind === 'license';
    return {
      key: row.key,
      group: groupOfEnd(daysBetween(today, row.ends_on)),
      icon: KIND_ICONS[row.kind],
      name: row.name,
      own: true,
      kind: isSaid ? kind : t('overview.kindOf', { kind, platform: whose === null ? 'yes' : 'no', whose: whose ?? '' }),
      effect: t('overview.effect', {
        effect: t(`endsSoon.effect.${effect}`, numbers),
        hint: hint ? t(`endsSoon.hint.${hint}`, numbers) : '',
        hinted: hint ? 'yes' : 'no',
      }),
      to: recordAt(row, ownId),
      on: row.ends_on,
      badge: <EndingLeft row={row} today={today} />,
    };
  });
  return { needs, moreEnds: Math.max(0, (query.data?.total ?? 0) - rows.length), ...stateOf(query) };
}

/** The own runs of bulk acts that have ended with rows not done, and were not looked at since. */
function useFailedRuns(): Read {
  const t = useText();
  const needs = useOwnRuns()
    .filter(({ ended_at: ended, failed }) => ended !== null && failed > 0)
    .map((run): Need => {
      const { title, planAt } = actTexts(t, run);
      return {
        key: `run:${run.id}`,
        group: 'now',
        icon: IconListCheck,
        name: title,
        own: false,
        kind: t('overview.run'),
        effect: t('overview.runFailed', { failed: run.failed, total: run.change }),
        to: planAt(run.id),
        on: run.ended_at && localDay(run.ended_at),
        badge: <StatusBadge tone="bad">{t('overview.failed')}</StatusBadge>,
      };
    });
  return { needs, reading: false, failed: null };
}

/** Accounts that have come from another platform and are not in service yet. */
function useArrivals(): Read {
  const t = useText();
  const query = useQuery({
    ...queryOf('GET /account/ui-api/v1/migration/arrival'),
    enabled: useAllows(ACCESS.migration.receive),
  });
  const needs = (query.data?.items ?? []).flatMap((arrival): Need[] => {
    if (arrival.state !== 'arrived' && arrival.state !== 'stopped') return [];
    const stopped = arrival.state === 'stopped';
    return [
      {
        key: `arrival:${arrival.id}`,
        group: 'now',
        icon: IconArrowsLeftRight,
        name: arrival.account?.name ?? arrival.source ?? t('nav.migration'),
        own: true,
        kind: t('overview.arrival'),
        effect: t(stopped ? 'overview.arrivalStopped' : 'overview.arrivalWaits'),
        to: paths.migration(arrival.id),
        on: localDay(arrival.made_at),
        badge: stopped ? (
          <StatusBadge tone="bad">{t('overview.stopped')}</StatusBadge>
        ) : (
          <StatusBadge tone="warn">{t('overview.waits')}</StatusBadge>
        ),
      },
    ];
  });
  return { needs, ...stateOf(query) };
}

/** People who were invited and have not set a password yet. */
function useInvited(): Read {
  const t = useText();
  const query = useQuery({
    ...queryOf('GET /account/ui-api/v1/user', { query: { status: 'invited', limit: 1 } }),
    enabled: useAllows(ACCESS.administrators.view),
  });
  return counted(query, (count) => ({
    key: 'invited',
    group: 'later',
    icon: IconUserQuestion,
    name: t('overview.invited', { count }),
    own: false,
    kind: t('nav.administrators'),
    effect: t('overview.invitedEffect', { count }),
    to: paths.administrators({ status: 'invited' }),
    on: null,
    badge: <span className="t3 xs">{t('overview.unused')}</span>,
  }));
}

/** Invitations to a certificate whose time has passed. Who lets a renewal pass has been told that they may. */
function useExpired(): Read {
  const t = useText();
  const query = useQuery({
    ...queryOf('GET /account/ui-api/v2/enrollment', { query: { ...EXPIRED, limit: 1 } }),
    enabled: useAllows(ACCESS.enrollments.view),
  });
  return counted(query, (count) => ({
    key: 'expired',
    group: 'later',
    icon: IconMailForward,
    name: t('overview.expired', { count }),
    own: false,
    kind: t('nav.enrollments'),
    effect: t('overview.expiredEffect', { count }),
    to: paths.enrollments(EXPIRED),
    on: null,
    badge: <span className="t3 xs">{t('overview.unused')}</span>,
  }));
}

/** One need for all rows of a list together; none where it has no row. */
function counted(
  query: Omit<Reading, 'data'> & { data: { total: number } | undefined },
  need: (count: number) => Need,
): Read {
  const count = query.data?.total ?? 0;
  return { needs: count === 0 ? [] : [need(count)], ...stateOf(query) };
}
