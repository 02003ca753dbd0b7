/** From an event to the next newer and older one, of those that the list was filtered by when it was left. */
import { AUDIT_EVENT_FILTERS } from '@signet/contract/areas/audit-event';
import type { AdjacentEvent } from '@signet/contract/areas/audit-log';
import { Button } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useApi } from '../../api/query.ts';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { ownTimeZone } from '../../session/time-zone.ts';
import { soundFilters } from '../../shell/list/declared-filters.ts';
import { RefusedButton } from '../../shell/record/RefusedButton.tsx';
import { ButtonLink } from '../../shell/routing/ButtonLink.tsx';
import { useOwnAddress } from '../../shell/routing/own-address.ts';

const SIDES = {
  newer: { label: 'audit.newer', none: 'audit.noNewer', Icon: IconArrowUp, sort: 'at:asc' },
  older: { label: 'audit.older', none: 'audit.noOlder', Icon: IconArrowDown, sort: undefined },
} as const;

export function NextEvents({ id }: { id: string }) {
  const { search } = useOwnAddress();
  const filters = soundFilters(AUDIT_EVENT_FILTERS, search);
  const inZone = filters.from === undefined && filters.to === undefined ? {} : { time_zone: ownTimeZone() };
  const { data } = useApi('GET /account/ui-api/v1/audit-log/{id}/adjacent', {
    params: { id },
    query: { ...filters, ...inZone },
  });
  return (
    <>
      <NextEvent side="newer" to={data?.newer} filters={filters} />
      <NextEvent side="older" to={data?.older} filters={filters} />
    </>
  );
}

type Props = { side: keyof typeof SIDES; to: AdjacentEvent | undefined; filters: Readonly<Record<string, string>> };

/** Where the next one lies beyond what was looked at, the list looks on from there. */
function NextEvent({ side, to, filters }: Props) {
  const t = useText();
  const { label, none, Icon, sort } = SIDES[side];
  const look = { leftSection: <Icon size={16} stroke={1.75} aria-hidden /> } as const;
  if (to?.id != null)
    return (
      <ButtonLink {...look} to={paths.auditEvent(to.id, filters)}>
        {t(label)}
      </ButtonLink>
    );
  if (to?.looked_to != null)
    return (
      <ButtonLink {...look} to={paths.logging({ ...filters, sort, beyond: to.looked_to })}>
        {t('audit.lookOn')}
      </ButtonLink>
    );
  if (to !== undefined)
    return (
      <RefusedButton {...look} whyNot={t(none)}>
        {t(label)}
      </RefusedButton>
    );
  // Whether there is one is not known yet.
  return (
    <Button {...look} aria-disabled data-disabled>
      {t(label)}
    </Button>
  );
}
