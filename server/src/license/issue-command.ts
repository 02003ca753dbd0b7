import { systemClock } from '../clock.ts';
import { issueByArguments, USAGE } from './issue-by-arguments.ts';

/** `npm run license:issue`: makes license texts, and issuer keys. */
try {
  process.stdout.write(`${await issueByArguments(process.argv.slice(2), systemClock.now())}\n`);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n\n${USAGE}\n`);
  process.exitCode = 1;
}
