import { expect, test } from 'vitest';
import { FORECAST_DAYS, licenseForecast, type Usage } from './license-forecast.ts';

const TODAY = '2026-11-21';
const at = (usage: Partial<Usage>) =>
  licenseForecast({ limit: 100, used: 40, gained: 30, days: 90, lastTaken: null, ...usage }, TODAY);

test.each<[string, Partial<Usage>, string, string | null]>([
  ['30 in 90 days leave 60 for 180 days', {}, 'used_up_on', '2027-05-20'],
  ['of a part of a day nothing is said', { limit: 41, gained: 7 }, 'used_up_on', '2026-12-03'],
  ['the last one today', { used: 99, gained: 90 }, 'used_up_on', '2026-11-22'],
  ['two weeks of history are enough', { days: FORECAST_DAYS.least }, 'used_up_on', '2026-12-19'],
  ['a day less is not', { days: FORECAST_DAYS.least - 1 }, 'too_little_history', null],
  ['nothing came on top', { gained: 0 }, 'enough', null],
  ['it became fewer', { gained: -5 }, 'enough', null],
  ['it lasts to the horizon', { gained: 60 * 90, limit: 100 + 729 * 60, used: 40 }, 'used_up_on', '2028-11-20'],
  ['it lasts beyond the horizon', { gained: 1 }, 'enough', null],
  ['nothing is left', { used: 100, lastTaken: '2026-11-03' }, 'used_up', '2026-11-03'],
  ['a reset left less than is used', { used: 120, lastTaken: '2026-11-03' }, 'used_up', '2026-11-03'],
  ['nothing is left and nobody knows since when', { used: 100, days: 2 }, 'used_up', null],
  ['there is no limit', { limit: -1, days: 0 }, 'no_limit', null],
  ['there is nothing', { limit: 0, used: 0 }, 'too_little_history', null],
  ['nothing was given, and something is used', { limit: 0, used: 3 }, 'used_up', null],
])('%s', (_case, usage, kind, date) => {
  expect(at(usage)).toEqual({ kind, date });
});
