/** `npm start`: builds the console where its sources have changed, then becomes the server. */
import process from 'node:process';
import { buildConsole } from './console-build.mjs';

const { code, output } = await buildConsole();
process.stdout.write(output);
if (code === 0) await import('../server/src/main.ts');
else {
  process.stderr.write('The console could not be built.\n');
  process.exitCode = 1;
}
