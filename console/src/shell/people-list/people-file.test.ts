import { LIMITS } from '@signet/contract/limits';
import { expect, test } from 'vitest';
import { peopleOf, readPeopleFile, tableOf, templateOf } from './people-file.ts';

const heads = {
  first_name: 'Vorname',
  last_name: 'Nachname',
  user_name: 'Benutzername',
  email: 'E-Mail',
  phone: 'Telefon',
  locale: 'Sprache',
};
const COLUMNS = { heads, required: ['first_name', 'last_name', 'user_name', 'email'] };
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const read = (text: string) => peopleOf(bytes(text), COLUMNS, 'de_DE');
const HEAD = 'first_name,last_name,user_name,email';
const NILS = { first_name: 'Nils', last_name: 'Bergström', user_name: 'nils', email: 'nils@n.example' };
const LINE = 'Nils,Bergström,nils,nils@n.example';
const found = { people: [{ ...NILS, phone: '', locale: '' }], unknown: [] };

const unitsOf = (text: string): number[] => Array.from(text, (sign) => sign.charCodeAt(0));
/** UTF-16 with its mark or without. */
function utf16(text: string, { mark, big }: { mark: boolean; big: boolean }): Uint8Array {
  return new Uint8Array(
    unitsOf(`${mark ? '\uFEFF' : ''}${text}`).flatMap((unit) =>
      big ? [unit >> 8, unit & 255] : [unit & 255, unit >> 8],
    ),
  );
}

test('a file is read whatever it is divided by, and by the names of the API or of the language', async () => {
  expect(await read(`${HEAD}\n${LINE}`)).toEqual(found);
  expect(await read(`${HEAD}\r\n${LINE}\r\n\r\n;;;\r\n`.replaceAll(',', ';'))).toMatchObject({ people: [NILS] });
  expect(await read(`${HEAD}\n${LINE}`.replaceAll(',', '\t'))).toEqual(found);
  expect(await read('E-Mail;Benutzername;NACHNAME;Vorname *\nnils@n.example;nils;Bergström;Nils')).toEqual(found);
});

test('by a name that a column had before, as in a template that was downloaded then', async () => {
  const file = bytes('Vorname;Nachname;Benutzername;Adresse électronique\nNils;Bergström;nils;nils@n.example');
  const former = { email: ['Adresse électronique'] };
  expect(await peopleOf(file, { ...COLUMNS, former }, 'de_DE')).toEqual(found);
  expect(await peopleOf(file, COLUMNS, 'de_DE')).toMatchObject({ fault: 'heads' });
});

test('in UTF-8 with a mark, in UTF-16 of both orders, and in what western spreadsheets write', async () => {
  const text = `${HEAD}\n${LINE}`;
  expect(await read(`\uFEFF${text}`)).toEqual(found);
  for (const mark of [true, false])
    for (const big of [true, false])
      expect(await peopleOf(utf16(text, { mark, big }), COLUMNS, 'de_DE')).toEqual(found);
  expect(await peopleOf(new Uint8Array(unitsOf(text)), COLUMNS, 'de_DE')).toEqual(found);
});

test('in Japanese in what Japanese spreadsheets write, else in what western ones do', async () => {
  // 髙橋,陽子 in code page 932.
  const names = [0xee, 0xe0, 0x8b, 0xb4, 0x2c, 0x97, 0x7a, 0x8e, 0x71];
  const cells = [...unitsOf(`${HEAD}\n`), ...names, ...unitsOf(',yoko,yoko@n.example')];
  expect(await peopleOf(new Uint8Array(cells), COLUMNS, 'ja_JP')).toMatchObject({
    people: [{ first_name: '髙橋', last_name: '陽子', user_name: 'yoko' }],
  });
  const western = new Uint8Array(unitsOf(`${HEAD}\nZoé,Bergström,zoe,zoe@n.example`));
  expect(await peopleOf(western, COLUMNS, 'ja_JP')).toMatchObject({ people: [{ first_name: 'Zoé' }] });
  expect(await peopleOf(bytes(`${HEAD}\n髙橋,陽子,yoko,yoko@n.example`), COLUMNS, 'ja_JP')).toMatchObject({
    people: [{ last_name: '陽子' }],
  });
});

test('with quotes, line breaks in them, and a language however it is written', async () => {
  const line = (locale: string): string => `"Nils","Bergström
(the younger)","nils","nils@n.example","${locale}"`;
  const { people } = (await read(
    `${HEAD},locale\n${['de_DE', 'DE', 'Klingon', ''].map(line).join('\n')}`,
  )) as typeof found;
  expect(people.map(({ last_name: name, locale }) => [name, locale])).toEqual([
    ['Bergström\n(the younger)', 'de_DE'],
    ['Bergström\n(the younger)', 'de_DE'],
    ['Bergström\n(the younger)', 'Klingon'],
    ['Bergström\n(the younger)', ''],
  ]);
});

test('a formula is a text like any other, and comes back from our own exports as it was', async () => {
  expect(await read(`${HEAD},phone\n=1+1,B,nils,nils@n.example,'+49 30 1`)).toMatchObject({
    people: [{ first_name: '=1+1', phone: '+49 30 1' }],
  });
});

test('columns that nobody knows are named, and columns that are missing too', async () => {
  expect(await read(`${HEAD},Abteilung,\n${LINE},IT,`)).toEqual({ ...found, unknown: ['Abteilung'] });
  expect(await read(`first_name,email\nNils,nils@n.example`)).toEqual({
    fault: 'heads',
    params: { names: 'Nachname, Benutzername' },
  });
  expect(await read(LINE)).toMatchObject({ fault: 'heads' });
});

test('what is no list says what it is', async () => {
  expect(await read('')).toEqual({ fault: 'empty' });
  expect(await read('\uFEFF \r\n')).toEqual({ fault: 'empty' });
  expect(await read(`${HEAD}\n`)).toEqual({ fault: 'empty' });
  expect(await peopleOf(new Uint8Array([0x50, 0x4b, 3, 4]), COLUMNS, 'de_DE')).toEqual({ fault: 'workbook' });
  expect(await read(`${HEAD}\n${LINE}\n"Nils,Berg`)).toMatchObject({ fault: 'quotes', params: { line: 3 } });
  expect(await read(`${HEAD}\n${LINE}\n${LINE},more`)).toEqual({ fault: 'wide', params: { line: 3 } });
});

test('ten thousand people are read; a million lines and 20 MB are refused early', async () => {
  const of = (count: number) => `${HEAD}\n${`${LINE}\n`.repeat(count)}`;
  expect(((await read(of(LIMITS.bulkMax))) as typeof found).people).toHaveLength(LIMITS.bulkMax);
  expect(await read(of(LIMITS.bulkMax + 1))).toEqual({ fault: 'many', params: { max: LIMITS.bulkMax } });
  expect(await read(`${HEAD}\n${'a,\n'.repeat(1_000_000)}`)).toEqual({
    fault: 'many',
    params: { max: LIMITS.bulkMax },
  });
  const large = new File([new Uint8Array(20_000_000)], 'large.csv');
  large.arrayBuffer = () => Promise.reject(new Error('It was read.'));
  expect(await readPeopleFile(large, COLUMNS, 'de_DE')).toEqual({ fault: 'large', params: { max: 5 } });
});

test('a template is a file that is understood, divided as the language divides', async () => {
  expect(templateOf(COLUMNS, 'de_DE')).toBe('\uFEFFVorname;Nachname;Benutzername;E-Mail;Telefon;Sprache\r\n');
  expect(await read(`${templateOf(COLUMNS, 'de_DE')}${LINE.replaceAll(',', ';')};;`)).toEqual(found);
  expect(await read(`${templateOf(COLUMNS, 'en_US')}${LINE},,`)).toEqual(found);
});

test('a pasted table has the cells of the spreadsheet', async () => {
  expect(await tableOf('Nils\tBerg\r\n"Ida ""I"""\tNoor\r\n')).toEqual([
    ['Nils', 'Berg'],
    ['Ida "I"', 'Noor'],
  ]);
});
