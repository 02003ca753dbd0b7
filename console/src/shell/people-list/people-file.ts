/** A file of people, as spreadsheets write them, made rows of the table. */
import { LIMITS } from '@signet/contract/limits';
import { localeName, LOCALES } from '@signet/contract/locales';
import { fieldsOf, type Columns, type PersonValues } from './people-rows.ts';

/** Why a file can't be read: the end of its text key, and what fills it. */
export type FileFault = { fault: keyof typeof FAULTS; params?: Record<string, string | number> };
const FAULTS = {
  empty: 'peopleList.fault.empty',
  large: 'peopleList.fault.large',
  workbook: 'peopleList.fault.workbook',
  heads: 'peopleList.fault.heads',
  quotes: 'peopleList.fault.quotes',
  wide: 'peopleList.fault.wide',
  many: 'peopleList.fault.many',
} as const;
export const faultKey = ({ fault }: FileFault) => FAULTS[fault];

export type ReadPeople = { people: PersonValues[]; unknown: string[] };

/** Reads tables; loaded with the first one. */
const reader = () => import('papaparse');

/** The people of a file. One that is too large is not read at all. */
export async function readPeopleFile(file: File, columns: Columns, locale: string): Promise<ReadPeople | FileFault> {
  if (file.size > LIMITS.bulkFileBytes) return { fault: 'large', params: { max: LIMITS.bulkFileBytes / 1024 / 1024 } };
  return peopleOf(new Uint8Array(await file.arrayBuffer()), columns, locale);
}

/** The same of its bytes. */
export async function peopleOf(bytes: Uint8Array, columns: Columns, locale: string): Promise<ReadPeople | FileFault> {
  // Workbooks are zip archives.
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return { fault: 'workbook' };
  const text = textOf(bytes, locale);
  if (text.trim() === '') return { fault: 'empty' };
  return peopleOfText(text, columns);
}

/** What spreadsheets write where they don't write UTF-8, by the person's language; western ones come last. */
const OLDER = { ja_JP: ['shift_jis'] } as Readonly<Record<string, readonly string[]>>;

/**
 * By its byte order mark, else UTF-8, else what spreadsheets of the language write, else what western ones do. UTF-16
 * without a mark is known by its zeros.
 */
export function textOf(bytes: Uint8Array, locale: string): string {
  const [first, second] = bytes;
  const read = (encoding: string, fatal = false): string => new TextDecoder(encoding, { fatal }).decode(bytes);
  if (first === 0xff && second === 0xfe) return read('utf-16le');
  if (first === 0xfe && second === 0xff) return read('utf-16be');
  if (first !== undefined && first !== 0 && second === 0) return read('utf-16le');
  if (first === 0 && second !== 0) return read('utf-16be');
  for (const encoding of ['utf-8', ...(OLDER[locale] ?? [])]) {
    try {
      return read(encoding, true);
    } catch {
      // It is something else.
    }
  }
  return read('windows-1252');
}

/** A pasted table: by tabs, quoted as spreadsheets do. One row more than is taken says that there are too many. */
export async function tableOf(text: string): Promise<string[][]> {
  const { parse } = await reader();
  const how = { delimiter: '\t', skipEmptyLines: 'greedy', preview: LIMITS.bulkMax + 1 } as const;
  return parse<string[]>(text, how).data.map((cells) => cells.map(plain));
}

async function peopleOfText(text: string, columns: Columns): Promise<ReadPeople | FileFault> {
  const { parse } = await reader();
  // One row more than is taken says that there are too many: the others are not looked at.
  const { data, errors } = parse<string[]>(text, {
    delimitersToGuess: [',', ';', '\t', '|'],
    skipEmptyLines: 'greedy',
    preview: LIMITS.bulkMax + 2,
  });
  const open = errors.find(({ type }) => type === 'Quotes');
  if (open) return { fault: 'quotes', params: { line: (open.row ?? 0) + 1 } };
  const [first = [], ...lines] = data;
  const fields = first.map((head) => fieldOf(head, columns));
  const missing = columns.required.filter((field) => !fields.includes(field));
  if (missing.length > 0)
    return { fault: 'heads', params: { names: missing.map((field) => columns.heads[field]).join(', ') } };
  if (lines.length > LIMITS.bulkMax) return { fault: 'many', params: { max: LIMITS.bulkMax } };
  if (lines.length === 0) return { fault: 'empty' };
  const wide = lines.findIndex((cells) => cells.slice(first.length).some((cell) => cell.trim() !== ''));
  if (wide >= 0) return { fault: 'wide', params: { line: wide + 2 } };
  return {
    people: lines.map((cells) => personOf(cells, fields, columns)),
    unknown: first.filter((head, at) => fields[at] === null && head.trim() !== ''),
  };
}

function personOf(cells: readonly string[], fields: readonly (string | null)[], columns: Columns): PersonValues {
  const of = (field: string): string => plain(cells[fields.indexOf(field)] ?? '');
  return Object.fromEntries(
    fieldsOf(columns).map((field) => [field, field === 'locale' ? localeOf(of(field)) : of(field)]),
  );
}

const folded = (head: string): string =>
  head
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[\s_*-]+/g, ' ')
    .trim();

/** By its name in the API, as it is called in the person's language, or as it was before. */
const fieldOf = (head: string, { heads, former = {} }: Columns): string | null =>
  fieldsOf({ heads }).find((field) =>
    [field, heads[field] ?? '', ...(former[field] ?? [])].some((name) => folded(name) === folded(head)),
  ) ?? null;

/** No sign that no database takes; without the apostrophe that our own exports put before what looks like a formula. */
const plain = (cell: string): string =>
  cell
    .replaceAll(/\0|\p{Cs}/gu, '')
    .trim()
    .replace(/^'(?=[=+\-@])/, '');

/** "de", "German (Germany)" or "de_DE" alike; what is no language of ours stays as it is, and is refused by name. */
function localeOf(written: string): string {
  const asked = folded(written);
  if (asked === '') return '';
  const found = LOCALES.find((locale) => folded(locale) === asked || folded(localeName(locale)) === asked);
  return found ?? LOCALES.find((locale) => locale.slice(0, 2) === asked) ?? written;
}

/** A file to fill in: its heads, divided as the spreadsheets of a language divide. */
export function templateOf({ heads }: Columns, locale: string): string {
  const divider = ['en_US', 'ja_JP'].includes(locale) ? ',' : ';';
  return `\uFEFF${Object.values(heads).join(divider)}\r\n`;
}
