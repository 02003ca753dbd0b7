import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { LEFT_OUT, leftOut } from './lean-mantine-plugin.ts';

const COMPONENTS = path.join(path.dirname(fileURLToPath(import.meta.resolve('@mantine/core'))), 'components');
const SOURCES = readdirSync(path.join(import.meta.dirname, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.tsx'))
  .map((name) => readFileSync(path.join(import.meta.dirname, 'src', name), 'utf8'));
const sourcesWith = (text: string) => SOURCES.filter((source) => source.includes(text));

/** How often Mantine's file names the part, where it imports it and elsewhere. */
const namesOf = (text: string, part: string) => text.match(new RegExp(String.raw`\b${part}\b(?!\.mjs|/)`, 'g'))?.length;

describe.each(LEFT_OUT)('$part', ({ of, part, as }) => {
  test.each(of)('is left out of %s, which does one thing with it', (name) => {
    const file = path.join(COMPONENTS, name);
    const text = readFileSync(file, 'utf8');
    const from = new RegExp(`import \\{ ${part} \\} from "([^"]+)"`).exec(text)?.[1] ?? '';
    expect(leftOut(from, file.replaceAll(path.sep, '/'))?.as).toBe(as);
    expect(leftOut(from, file.replaceAll(path.sep, '/').replace('/@mantine/', '/other/'))).toBeUndefined();
    expect(namesOf(text, part)).toBe(2);
    const [owner = ''] = path.basename(name).split('.');
    expect(text).toContain(
      part === 'ScrollArea'
        ? 'scrollAreaComponent === ScrollArea.Autosize'
        : `${owner}.${part.slice(owner.length)} = ${part};`,
    );
  });
});

test('nothing here uses what is left out', () => {
  expect(sourcesWith('<Menu.Item')).not.toEqual([]);
  for (const text of ['scrollAreaComponent', 'Menu.Search', 'Menu.Sub', 'Menu.ContextMenu', 'Popover.ContextMenu'])
    expect(sourcesWith(text), text).toEqual([]);
});
