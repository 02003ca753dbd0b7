/**
 * `npm run assistant:package [-- <folder>]`: the packages of the assistant, in assistant/dist, where `npm start` gives
 * them to people who look for client tools, or in the folder. With `--npm` the one for npm alone, in a second.
 */
import path from 'node:path';
import { ROOT } from './bundle.ts';
import { makeDebianPackage } from './debian-package.ts';
import { makeNpmPackage } from './npm-package.ts';
import { publish } from './publish.ts';

const [folder = path.join(ROOT, 'assistant/dist')] = process.argv.slice(2).filter((word) => word !== '--npm');
const makers = process.argv.includes('--npm')
  ? [makeNpmPackage]
  : [makeNpmPackage, (into: string) => makeDebianPackage(into)];
const { paths, failures } = await publish(path.resolve(folder), makers);
process.stdout.write(`${[...paths, ...failures].join('\n')}\n`);
if (failures.length > 0) process.exitCode = 1;
