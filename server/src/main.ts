/** The process: settings → start → signals → drain → close. */
import { setTimeout as pause } from 'node:timers/promises';
import { systemClock } from './clock.ts';
import { ownConfig } from './config.ts';
import { openStandardOutput } from './process-log/standard-output.ts';
import { sentenceOf } from './start-failure.ts';
import { start, type Undo } from './start.ts';

const output = openStandardOutput(systemClock);
const say = (line = ''): void => output.write(`${line}\n`);
/** What a reader of standard output has at the end to take what was said, in milliseconds. */
const LAST_WORDS = 1_000;

/** The longest that the way down may take, in milliseconds: who sent SIGTERM will not wait for longer than 30 s. */
const LONGEST_CLOSING = 25_000;

async function main(): Promise<void> {
  const config = ownConfig();
  const undo: Undo[] = [];
  let closing = 'start';
  const down = async (): Promise<void> => {
    for (const step of undo.toReversed()) {
      closing = step.name;
      await step.run().catch((error: Error) => say(`The ${step.name} did not close: ${error.message}`));
    }
  };
  let ending: Promise<void> | null = null;
  const end = (): void => {
    ending ??= (async () => {
      say('Closing: requests in flight are answered first.');
      const closed = await Promise.race([down().then(() => true), pause(LONGEST_CLOSING, false)]);
      say(closed ? 'Closed.' : `Ended before everything was closed: the ${closing} takes too long.`);
      await output.flush(LAST_WORDS);
      process.exit(closed ? 0 : 1);
    })();
  };
  process.on('SIGINT', end).on('SIGTERM', end);

  try {
    await start(config, { furnished: process.argv.includes('--demo'), output, undo });
    // What loading the sources has left goes back to the system; Node would keep it (docs/decisions/085).
    globalThis.gc?.({ type: 'major', flavor: 'last-resort' });
  } catch (error) {
    await down();
    throw error;
  }
}

main().catch(async (error: unknown) => {
  process.stderr.write(`${sentenceOf(error)}\n`);
  await output.flush(LAST_WORDS);
  process.exit(1);
});
