import { expect, test } from 'vitest';
import { endsQuery, endsText, parseEnds, whyNotEnds } from './ends.ts';

const TODAY = '2026-11-21';

test('[A-026] a number of days lists accounts whose end lies from today to that day, both included', () => {
  expect(endsQuery('30', TODAY)).toEqual({ end_date_from: '2026-11-21', end_date_to: '2026-12-21' });
  expect(endsQuery('0', TODAY)).toEqual({ end_date_from: '2026-11-21', end_date_to: '2026-11-21' });
  expect(endsQuery('365', '2028-02-28')).toEqual({ end_date_from: '2028-02-28', end_date_to: '2029-02-27' });
});

test('[A-027] a range lists accounts that end in it, and either end may be open', () => {
  expect(endsQuery('2026-12-01..2026-12-31', TODAY)).toEqual({
    end_date_from: '2026-12-01',
    end_date_to: '2026-12-31',
  });
  expect(endsQuery('2026-12-01..', TODAY)).toEqual({ end_date_from: '2026-12-01' });
  expect(endsQuery('..2026-12-31', TODAY)).toEqual({ end_date_to: '2026-12-31' });
});

test.each([
  undefined,
  '',
  '..',
  '-1',
  '3.5',
  '99999',
  '3651',
  'soon',
  '2026-02-30..',
  '2026-12-31..2026-12-01',
  '2026-12-01..2026-12-31..2027-01-01',
  '2026-12-01',
])('an address that says %s filters by no end date', (text) => {
  expect(endsQuery(text, TODAY)).toEqual({});
});

test('what is written into the address is read back', () => {
  for (const text of ['0', '60', '2026-12-01..2026-12-31', '2026-12-01..', '..2026-12-31']) {
    const ends = parseEnds(text);
    expect(ends && endsText(ends)).toBe(text);
  }
});

test('a filter that can’t be used says why', () => {
  expect(whyNotEnds({ days: Number.NaN })).toBe('days');
  expect(whyNotEnds({ days: 3651 })).toBe('days');
  expect(whyNotEnds({ from: null, to: null })).toBe('empty');
  expect(whyNotEnds({ from: '2026-12-02', to: '2026-12-01' })).toBe('order');
  expect(whyNotEnds({ from: '2026-12-01', to: '2026-12-01' })).toBeNull();
});
