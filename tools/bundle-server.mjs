/**
 * Makes server/dist of the server's sources and the packages that they load: a few files instead of two thousand, in
 * which names and lines stay as they were written (docs/decisions/088).
 */
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const DIST = path.join(ROOT, 'server/dist');

/** What lies beside a source, such as migrations, is found from here as it is from there. */
const beside = {
  name: 'beside-the-source',
  transform: {
    filter: { code: /import\.meta\.url/ },
    handler: (code, file) => {
      const place = path.relative(DIST, file).split(path.sep).join('/');
      return code.replaceAll('import.meta.url', `new URL(${JSON.stringify(place)}, import.meta.url).href`);
    },
  },
};

/** One character of another alphabet, and V8 keeps the whole file at two bytes a character. */
const narrow = {
  name: 'one-byte-characters',
  generateBundle: (_options, files) => {
    for (const file of Object.values(files))
      if (file.type === 'chunk') file.code = file.code.replaceAll(/[\u0080-\uFFFF]/g, escaped);
  },
};

const escaped = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

const build = await rolldown({
  cwd: ROOT,
  input: { main: 'server/src/main.ts' },
  platform: 'node',
  // A binary for each system, which can't be bundled.
  external: ['@node-rs/argon2'],
  // A package of oidc-provider's looks so for the place of a call.
  checks: { eval: false },
  plugins: [beside, narrow],
});
mkdirSync(DIST, { recursive: true });
// Aside, and then each file at once: whoever starts a server meanwhile finds whole files.
const aside = mkdtempSync(path.join(DIST, '.'));
const { output } = await build.write({
  dir: aside,
  format: 'esm',
  entryFileNames: '[name].mjs',
  chunkFileNames: '[name]-[hash].mjs',
});
await build.close();
// What the entry loads goes before it.
for (const { fileName } of output.toReversed()) renameSync(path.join(aside, fileName), path.join(DIST, fileName));
rmSync(aside, { recursive: true });

/** A server that still runs loads its files when it first needs them: those of earlier builds stay for a month. */
const KEPT_MS = 30 * 86_400_000;
const isMade = new Set(output.map(({ fileName }) => fileName));
for (const name of readdirSync(DIST)) {
  const file = path.join(DIST, name);
  if (!isMade.has(name) && statSync(file).mtimeMs < Date.now() - KEPT_MS) rmSync(file, { recursive: true });
}
