/** `npm start`: builds console and assistant where their sources have changed, then becomes the server. */
import process from 'node:process';
import { buildAssistant, buildConsole } from './console-build.mjs';

const { code, output } = await buildConsole();
process.stdout.write(output);
// Without it the console says that this platform does not offer it.
const assistant = code === 0 ? await buildAssistant() : { code: 0 };
if (assistant.code !== 0) process.stderr.write(`The package of the assistant could not be made.\n${assistant.output}`);
if (code === 0) await import('../server/src/main.ts');
else {
  process.stderr.write('The console could not be built.\n');
  process.exitCode = 1;
}
