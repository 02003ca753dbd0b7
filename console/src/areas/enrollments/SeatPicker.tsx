/** Chooses one of the seats that the person may see, by what its name, identifier or address holds. */
import { useDebouncedValue } from '@mantine/hooks';
import { ACCESS } from '@signet/contract/access';
import { LIMITS } from '@signet/contract/limits';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryOf } from '../../api/query.ts';
import { problemText } from '../../api/show-problem.ts';
import { Rich } from '../../i18n/Rich.tsx';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { useAllows } from '../../session/permissions.ts';
import { SearchChoice } from '../../shell/choice/SearchChoice.tsx';
import type { FieldProps } from '../../shell/form/form-shell.ts';
import { PageLink } from '../../shell/routing/PageLink.tsx';

/** How many are offered; whoever looks for another one types more of its name. */
const OFFERED = 50;

/** What is looked for by what stands in the field. */
const soughtBy = (typed: string): string => typed.trim().slice(0, LIMITS.nameMax);
const labelOf = ({ name, identifier }: { name: string; identifier: string }): string =>
  name === identifier ? name : `${name} (${identifier})`;

/** Takes what `shell.field('…')` gives; the value is the seat's id. */
export function SeatPicker({ value, onChange, description, ...field }: FieldProps) {
  const t = useText();
  const creates = useAllows(ACCESS.seats.manage);
  const [typed, setTyped] = useState('');
  const [opened, setOpened] = useState(false);
  const [text] = useDebouncedValue(soughtBy(typed), 200);
  const chosen = useQuery({
    ...queryOf('GET /account/ui-api/v2/seat/{id}', { params: { id: String(value) } }),
    enabled: value !== '',
  }).data;
  // The field shows the chosen seat: then nobody is looking for anything.
  const isSought = text !== '' && !(chosen && text === soughtBy(labelOf(chosen)));
  const found = useQuery({
    ...queryOf('GET /account/ui-api/v1/seat', { query: { limit: OFFERED, ...(isSought ? { name: text } : {}) } }),
    // Read before anybody opens it: where there is no seat at all, the field says so.
    enabled: opened || value === '',
    placeholderData: keepPreviousData,
  });
  const items = found.data?.items ?? [];
  const isNone = found.data?.total === 0 && !isSought && !chosen;
  const noSeat = creates ? (
    <Rich text="enrollments.noSeat" tags={{ create: <PageLink to={paths.seatCreate()} /> }} />
  ) : (
    t('enrollments.noSeatAsk')
  );
  const offered = [...(chosen && !items.some(({ id }) => id === chosen.id) ? [chosen] : []), ...items];
  return (
    <SearchChoice
      {...field}
      description={isNone ? noSeat : description}
      called={(id) => offered.filter((one) => one.id === id).flatMap(({ name, identifier }) => [name, identifier])}
      isAnswered={text === typed.trim() && !found.isFetching}
      data={offered.map((seat) => ({ value: seat.id, label: labelOf(seat) }))}
      renderOption={({ option }) => <span translate="no">{option.label}</span>}
      // What the platform finds, it finds by more than the name.
      filter={({ options }) => options}
      value={chosen ? String(value) : null}
      onChange={(id) => onChange(id ?? '')}
      searchValue={typed}
      onSearchChange={setTyped}
      onDropdownOpen={() => setOpened(true)}
      nothingFoundMessage={
        found.error
          ? problemText(found.error)
          : t(found.isFetching ? 'common.loading' : isNone ? 'seats.none' : 'list.nothing')
      }
      allowDeselect={false}
      maxDropdownHeight={260}
    />
  );
}
