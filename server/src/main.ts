/** The process: settings → start → signals → drain → close. */
import { systemClock } from './clock.ts';
import { ownConfig } from './config.ts';
import { openStandardOutput } from './process-log/standard-output.ts';
import { sentenceOf } from './start-failure.ts';
import { start } from './start.ts';
import { goDown, type Undo } from './way-down.ts';

const output = openStandardOutput(systemClock);
const say = (line = ''): void => output.write(`${line}\n`);
/** What a reader of standard output has at the end to take what was said, in milliseconds. */
const LAST_WORDS = 1_000;

async function main(): Promise<void> {
  const config = ownConfig();
  const undo: Undo[] = [];
  let ending: Promise<void> | null = null;
  const end = (): void => {
    ending ??= (async () => {
      say('Closing: requests in flight are answered first.');
      const late = await goDown(undo, say);
      say(late === null ? 'Closed.' : `Ended before everything was closed: the ${late} takes too long.`);
      await output.flush(LAST_WORDS);
      process.exit(late === null ? 0 : 1);
    })();
  };
  process.on('SIGINT', end).on('SIGTERM', end);

  try {
    await start(config, { furnished: process.argv.includes('--demo'), output, undo });
    // What loading the sources has left goes back to the system; Node would keep it (docs/decisions/085).
    globalThis.gc?.({ type: 'major', flavor: 'last-resort' });
  } catch (error) {
    await goDown(undo, say);
    throw error;
  }
}

main().catch(async (error: unknown) => {
  process.stderr.write(`${sentenceOf(error)}\n`);
  await output.flush(LAST_WORDS);
  process.exit(1);
});
