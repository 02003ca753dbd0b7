/** When a license will be used up, at the pace of the last weeks. */
import { payloadDate } from '../dates.ts';
import { UNLIMITED } from '../licensed-features.ts';

/**
 * `used_up` and `used_up_on` have a day; `enough`: it lasts longer than anybody plans; `no_limit`: there is no end.
 */
export const FORECASTS = ['used_up', 'used_up_on', 'enough', 'too_little_history', 'no_limit'] as const;
export type LicenseForecast = { kind: (typeof FORECASTS)[number]; date: string | null };

/** In days: the weeks that the pace is taken from, the fewest that say anything, and how far one looks ahead. */
export const FORECAST_DAYS = { pace: 90, least: 14, horizon: 730 } as const;

/**
 * What a forecast is made of: the limit (-1 is unlimited), what is used of it, how many came on top in the last `days`
 * days, at most {@link FORECAST_DAYS}.pace, and on which day the last one was taken where none is left.
 */
export type Usage = { limit: number; used: number; gained: number; days: number; lastTaken: string | null };

const none = (kind: LicenseForecast['kind']): LicenseForecast => ({ kind, date: null });

/** The forecast on a day, `YYYY-MM-DD`. A limit of 0 of which nothing is used has none. */
export function licenseForecast({ limit, used, gained, days, lastTaken }: Usage, today: string): LicenseForecast {
  if (limit === UNLIMITED) return none('no_limit');
  if (limit === 0 && used === 0) return none('too_little_history');
  if (used >= limit) return { kind: 'used_up', date: lastTaken };
  if (days < FORECAST_DAYS.least) return none('too_little_history');
  if (gained <= 0) return none('enough');
  const left = Math.floor(((limit - used) * days) / gained);
  if (left > FORECAST_DAYS.horizon) return none('enough');
  return { kind: 'used_up_on', date: payloadDate(new Date(Date.parse(`${today}T00:00:00Z`) + left * 86_400_000)) };
}
