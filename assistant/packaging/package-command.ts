/** `npm run assistant:package [-- <folder>]`: the packages of the assistant, in assistant/dist or in the folder. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './bundle.ts';
import { makeDebianPackage } from './debian-package.ts';
import { makeNpmPackage } from './npm-package.ts';

const into = path.resolve(process.argv[2] ?? path.join(ROOT, 'assistant/dist'));
mkdirSync(into, { recursive: true });
for (const make of [makeNpmPackage, makeDebianPackage]) {
  const outcome = await make(into).catch((error: unknown) => {
    process.exitCode = 1;
    return error instanceof Error ? error.message : String(error);
  });
  process.stdout.write(`${outcome}\n`);
}
