import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { asksForScrollArea } from './lean-modal-plugin.ts';

test('Modal and Drawer do no more with ScrollArea than compare, and nothing here has them scroll by it', () => {
  const core = path.dirname(fileURLToPath(import.meta.resolve('@mantine/core')));
  for (const name of ['Modal/ModalRoot.mjs', 'Drawer/DrawerRoot.mjs']) {
    const file = path.join(core, 'components', name);
    const text = readFileSync(file, 'utf8');
    const [, from = ''] = /import \{ ScrollArea \} from "([^"]+)"/.exec(text) ?? [];
    expect(asksForScrollArea(from, file.replaceAll(path.sep, '/')), name).toBe(true);
    expect(text.match(/\bScrollArea\b(?!\.mjs|\/)/g), name).toHaveLength(2);
    expect(text, name).toContain('scrollAreaComponent === ScrollArea.Autosize');
  }
  const sources = readdirSync(path.join(import.meta.dirname, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.tsx'))
    .map((name) => readFileSync(path.join(import.meta.dirname, 'src', name), 'utf8'));
  expect(sources.filter((text) => text.includes('scrollAreaComponent'))).toEqual([]);
});
