/** `npm run demo`: the same start, on a furnished platform of its own. */
import process from 'node:process';

// The demo people must not move into the platform that `npm start` keeps in data/.
process.env['DATA_DIR'] ??= 'data/demo';
process.argv.push('--demo');
await import('./start.mjs');
