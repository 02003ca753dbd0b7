/** `npm start`: builds what has changed in its sources since it was built, then becomes the server. */
import process from 'node:process';
import { buildAssistant, buildProduct } from './build.mjs';

const { code, output } = await buildProduct();
process.stdout.write(output);
// Without it the console says that this platform does not offer it.
const assistant = code === 0 ? await buildAssistant() : { code: 0 };
if (assistant.code !== 0) process.stderr.write(`The package of the assistant could not be made.\n${assistant.output}`);
if (code === 0) await import('../server/dist/main.mjs');
else {
  process.stderr.write('Console and server could not be built.\n');
  process.exitCode = 1;
}
