import { describe, expect, it } from 'vitest';
import { DATE_FORMATS, DEFAULT_DATE_FORMAT, displayDate } from './dates.ts';
import { languageTag, LOCALES } from './locales.ts';
import { parseTypedDay } from './typed-day.ts';

describe('a day that somebody types', () => {
  const read = (text: string, format = DEFAULT_DATE_FORMAT, tag = 'en-US') => parseTypedDay(text, format, tag);

  it.each([
    ['en-US', ['31-Jan-2027', '31 january 2027', '31/1/27', '31.01.2027', '2027-01-31', ' 31 - JAN - 2027 ']],
    ['de-DE', ['31-Jan-2027', '31. Januar 2027', '31.1.2027', '31-jan-27', '31 January 2027']],
    ['fr-FR', ['31-janv-2027', '31 janvier 2027', '31 janv. 2027']],
    ['es-ES', ['31-ene-2027', '31 de enero de 2027']],
    ['ja-JP', ['2027年1月31日', '２０２７年１月３１日', '2027/1/31', '31-1-2027']],
  ])('is read in %s', (tag, texts) => {
    for (const text of texts) expect([text, read(text, DEFAULT_DATE_FORMAT, tag)]).toEqual([text, '2027-01-31']);
  });

  it.each(DATE_FORMATS)('is read as it is shown, in every language: %s', (format) => {
    for (const locale of LOCALES)
      for (const month of ['01', '02', '03', '04', '05', '06', '07', '08', '09', '10', '11', '12']) {
        const day = `2027-${month}-09`;
        const shown = displayDate(day, format, languageTag(locale));
        expect([locale, shown, read(shown, format, languageTag(locale))]).toEqual([locale, shown, day]);
      }
  });

  it('has day and month in the order of the format', () => {
    expect(read('03/04/2027', 'MM/DD/YYYY')).toBe('2027-03-04');
    expect(read('03/04/2027', 'DD/MM/YYYY')).toBe('2027-04-03');
  });

  it.each(['', 'soon', '31-Feb-2027', '32-Jan-2027', '13/13/2027', '31-Ju-2027', '31-Jan', '1-1-1-2027', '31-Jan-207'])(
    'is none: %s',
    (text) => expect(read(text)).toBeNull(),
  );
  it('is not guessed where two months begin alike', () =>
    expect(read('1-jui-2027', DEFAULT_DATE_FORMAT, 'fr-FR')).toBeNull());
});
