import { describe, expect, it } from 'vitest';
import {
  DATE_FORMATS,
  DEFAULT_DATE_FORMAT,
  daysBetween,
  displayDate,
  isPayloadDate,
  parseStoredDateTime,
  payloadDate,
  lastDayOf,
  storedDateTime,
} from './dates.ts';

describe('[S-414] a displayed date', () => {
  it('is DD-MMM-YYYY where the person chose nothing', () =>
    expect(displayDate('2027-01-31', DEFAULT_DATE_FORMAT, 'en-US')).toBe('31-Jan-2027'));

  it.each([
    ['DD-MMM-YYYY', '31-Jan-2027'],
    ['YYYY-MM-DD', '2027-01-31'],
    ['YYYY/MM/DD', '2027/01/31'],
    ['DD.MM.YYYY', '31.01.2027'],
    ['DD/MM/YYYY', '31/01/2027'],
    ['MM/DD/YYYY', '01/31/2027'],
  ])('follows the chosen format %s', (format, expected) =>
    expect(displayDate('2027-01-31', format, 'en-US')).toBe(expected),
  );

  it('offers each of these formats and no other', () => {
    expect(DATE_FORMATS).toEqual(['DD-MMM-YYYY', 'YYYY-MM-DD', 'YYYY/MM/DD', 'DD.MM.YYYY', 'DD/MM/YYYY', 'MM/DD/YYYY']);
  });

  it.each([
    ['de-DE', '05-Mär-2027'],
    ['fr-FR', '05-mars-2027'],
    ['es-ES', '05-mar-2027'],
    ['ja-JP', '2027/03/05'],
  ])('names the month in the language %s', (tag, expected) =>
    expect(displayDate('2027-03-05', DEFAULT_DATE_FORMAT, tag)).toBe(expected),
  );

  it('drops the dot of an abbreviated month', () =>
    expect(displayDate('2027-09-05', DEFAULT_DATE_FORMAT, 'fr-FR')).toBe('05-sept-2027'));
  it('reads the day of a stored datetime', () =>
    expect(displayDate('2027-01-31 23:59:59', DEFAULT_DATE_FORMAT, 'en-US')).toBe('31-Jan-2027'));
  it('leaves alone what is no date', () => expect(displayDate('never', DEFAULT_DATE_FORMAT, 'en-US')).toBe('never'));
});

describe('a day', () => {
  it.each([
    ['2024-02-29', true],
    ['2023-02-29', false],
    ['2024-13-01', false],
    ['2024-04-31', false],
    ['2024-1-1', false],
    ['2024-01-01T00:00:00Z', false],
    ['', false],
    ['0000-00-00', false],
  ])('%s is one: %s', (text, real) => expect(isPayloadDate(text)).toBe(real));

  it('is taken from an instant in UTC', () =>
    expect(payloadDate(new Date('2026-12-31T23:59:59.999Z'))).toBe('2026-12-31'));

  it.each([
    ['2026-11-21', '2026-11-21', 0],
    ['2026-11-21', '2026-12-21', 30],
    ['2026-11-21', '2026-11-20', -1],
    ['2027-03-27', '2027-03-29', 2],
    ['2024-02-28', '2024-03-01', 2],
  ])('from %s to %s are %i', (today, day, days) => expect(daysBetween(today, day)).toBe(days));
});

describe('a stored datetime', () => {
  it('is UTC to the second', () =>
    expect(storedDateTime(new Date('2026-11-21T12:00:00.999Z'))).toBe('2026-11-21 12:00:00'));

  it('keeps to four digits for the year, and to the last day', () => {
    const ends = storedDateTime(new Date(Date.UTC(10_000, 0, 1)));
    expect([ends, lastDayOf(ends)]).toEqual(['9999-12-31 23:59:59', '9999-12-31']);
  });

  it('that is an end has the day before as its last one where it is midnight', () =>
    expect(['2027-01-01 00:00:00', '2027-01-01 00:00:01'].map(lastDayOf)).toEqual(['2026-12-31', '2027-01-01']));
  it('reads back as the same instant', () =>
    expect(parseStoredDateTime('2026-11-21 12:00:00')).toEqual(new Date('2026-11-21T12:00:00Z')));
  it('that is none is an invalid date', () => expect(Number.isNaN(parseStoredDateTime('soon').getTime())).toBe(true));
});
