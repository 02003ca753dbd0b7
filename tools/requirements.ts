/**
 * `npm run requirements`: rows of docs/requirements.tsv that a test's title names, per area, and which areas stand in
 * docs/requirements-open.md. Exits 1 when a test or the open page names a row that does not exist.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const ROW = /\b[SA]-\d{3}\b/g;
const TEST_FILE = /\.(?:test|e2e)\.tsx?$/;

export type Row = { id: string; area: string };

/** The rows of the table, in its order. */
export function readRows(table: string): Row[] {
  return table
    .split('\n')
    .slice(1)
    .filter(Boolean)
    .map((line) => {
      const [id = '', area = ''] = line.split('\t');
      return { id, area };
    });
}

/** Row ids named in square brackets in a test's title: `[S-147]`, `[S-147 S-148]`, `[S-147, A-003]`. */
function namedRows(source: string): string[] {
  return [...source.matchAll(/\[((?:[SA]-\d{3})(?:[\s,]+[SA]-\d{3})*)\]/g)].flatMap(
    (match) => match[1]?.match(ROW) ?? [],
  );
}

/** The areas of which the open page says that they have not begun, whatever the tests of others prove. */
function waitingAreas(openPage: string): string[] {
  const [, list = ''] = /^Areas that have not begun[^:]*: (.+)\.$/m.exec(openPage) ?? [];
  return list.split(', ').filter(Boolean);
}

function testFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name === 'node_modules' || entry.name === 'dist' || entry.name.startsWith('.')) return [];
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return testFiles(path);
    return TEST_FILE.test(entry.name) ? [path] : [];
  });
}

function main(): void {
  const rows = readRows(readFileSync(join(ROOT, 'docs/requirements.tsv'), 'utf8'));
  const known = new Set(rows.map((row) => row.id));
  const proved = new Set<string>();
  const ghosts: string[] = [];
  for (const file of ['contract', 'server', 'console', 'e2e', 'tools', 'assistant', 'pkcs11'].flatMap((name) =>
    folderOf(name),
  )) {
    for (const id of namedRows(readFileSync(file, 'utf8'))) {
      if (known.has(id)) proved.add(id);
      else ghosts.push(`${relative(ROOT, file)} names ${id}, which does not exist.`);
    }
  }
  const openPage = readFileSync(join(ROOT, 'docs/requirements-open.md'), 'utf8');
  const open = new Set(openPage.match(ROW) ?? []);
  for (const id of open)
    if (!known.has(id)) ghosts.push(`docs/requirements-open.md names ${id}, which does not exist.`);

  const waiting = waitingAreas(openPage);
  const areas = Map.groupBy(rows, (row) => row.area);
  for (const area of waiting)
    if (!areas.has(area)) ghosts.push(`docs/requirements-open.md names the area ${area}, which does not exist.`);
  for (const [area, list] of areas) {
    const count = list.filter((row) => proved.has(row.id)).length;
    const explained = list.filter((row) => !proved.has(row.id) && open.has(row.id)).map((row) => row.id);
    const missing = list.filter((row) => !proved.has(row.id) && !open.has(row.id)).map((row) => row.id);
    const notes = [
      explained.length > 0 ? `open: ${explained.join(' ')}` : '',
      waiting.includes(area) ? 'not begun' : '',
      count > 0 && missing.length > 0 && !waiting.includes(area) ? `unexplained: ${missing.join(' ')}` : '',
    ].filter(Boolean);
    const counts = `${String(count).padStart(3)} of ${String(list.length).padStart(3)}`;
    const remarks = notes.length > 0 ? `   ${notes.join('; ')}` : '';
    process.stdout.write(`${area.padEnd(28)} ${counts}${remarks}\n`);
  }
  process.stdout.write(`${proved.size} of ${rows.length} rows proved.\n`);
  for (const ghost of ghosts) process.stderr.write(`${ghost}\n`);
  if (ghosts.length > 0) process.exitCode = 1;
}

function folderOf(name: string): string[] {
  try {
    return testFiles(join(ROOT, name));
  } catch {
    return [];
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
