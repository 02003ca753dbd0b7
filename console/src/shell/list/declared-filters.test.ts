import { filters } from '@signet/contract/filter';
import { expect, test } from 'vitest';
import { filtersInForce } from './list-state.ts';
import { acceptsOf, filterNames, filterSpecs, soundFilters } from './declared-filters.ts';

const FILTERS = filters({ name: { type: 'text', max: 5 }, since: { type: 'day' }, open: { type: 'boolean' } });

test('the filter row offers what has an editor, in the order of the editors', () => {
  const editors = { name: null, open: { label: 'Open' }, since: { label: 'Since', kind: 'day' } } as const;
  expect(filterSpecs(editors, FILTERS, {})).toMatchObject([
    { name: 'open', label: 'Open' },
    { name: 'since', label: 'Since', kind: 'day' },
  ]);
});

test('a text takes as much as the API does', () => {
  expect(filterSpecs({ name: { label: 'Name' } }, FILTERS, {})).toEqual([{ name: 'name', label: 'Name', max: 5 }]);
});

test('what is no id is refused where one is written', () => {
  const [seat] = filterSpecs({ seat: { label: 'Seat' } }, filters({ seat: { type: 'id' } }), {});
  expect(seat?.whyNot?.('Nordmark')).toEqual({ status: 'INVALID_INPUT', params: { allowed: 'uuid' } });
  expect(seat?.whyNot?.('0190f2f0-0000-7000-8000-000000000001')).toBeNull();
});

const RANGE = filters({ from: { type: 'day' }, to: { type: 'day', notBefore: 'from' } });

test('a day that excludes the other one of a range is refused on either side', () => {
  const editors = { from: { label: 'From', kind: 'day' }, to: { label: 'To', kind: 'day' } } as const;
  const [from, to] = filterSpecs(editors, RANGE, { from: '2026-03-01', to: '2026-03-31' });
  expect(from?.whyNot?.('2026-04-01')).toEqual({ status: 'END_BEFORE_START' });
  expect(to?.whyNot?.('2026-02-28')).toEqual({ status: 'END_BEFORE_START' });
  expect([from?.whyNot?.('2026-03-31'), to?.whyNot?.('2026-03-01')]).toEqual([null, null]);
});

test('of two days that exclude each other the last one counts as not there', () => {
  const wrong = { from: '2026-03-31', to: '2026-03-01' };
  expect(soundFilters(RANGE, wrong)).toEqual({ from: '2026-03-31' });
  const spec = { filters: filterNames(RANGE), accepts: acceptsOf(RANGE) };
  expect(filtersInForce(spec, wrong)).toEqual({ from: '2026-03-31' });
  expect(filtersInForce(spec, { from: '2026-03-01', to: '2026-03-31' })).toEqual({
    from: '2026-03-01',
    to: '2026-03-31',
  });
});

test('of kept filters those hold that the list still has and the API still takes', () => {
  const kept = { name: 'longer than five', since: '2026-02-30', open: 'true', former: 'x' };
  expect(soundFilters(FILTERS, kept)).toEqual({ open: 'true' });
  expect(soundFilters(FILTERS, { name: 'short', since: '2026-02-28' })).toEqual({ name: 'short', since: '2026-02-28' });
});

test('a value is taken by the filter of its name', () => {
  expect(filterNames(FILTERS)).toEqual(['name', 'since', 'open']);
  const accepts = acceptsOf(FILTERS);
  expect([accepts.open('true'), accepts.open('yes'), accepts.since('2026-02-28')]).toEqual([true, false, true]);
});
