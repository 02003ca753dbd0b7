import { verifyFile } from './verify-file.ts';

/** `npm run audit:verify`: verifies an exported audit log with no database. */
process.exitCode = await verifyFile(process.argv.slice(2), (text) => process.stdout.write(text));
