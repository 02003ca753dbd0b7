/**
 * `npm run dev`: the server, restarted when its files change, and the console with hot reload, both furnished with demo
 * people.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { parseEnv } from 'node:util';

const fileSettings = existsSync('.env') ? parseEnv(readFileSync('.env', 'utf8')) : {};
const env = {
  ...process.env,
  NODE_ENV: 'development',
  // The demo people must not move into the platform that `npm start` keeps in data/.
  DATA_DIR: process.env.DATA_DIR ?? fileSettings.DATA_DIR ?? 'data/development',
  // console/vite.config.ts passes calls on to this port, and people open the console at Vite's.
  PORT: '8080',
  PUBLIC_URL: process.env.PUBLIC_URL ?? fileSettings.PUBLIC_URL ?? 'http://localhost:5173',
};

const children = [
  begin('server ', ['--watch', '--watch-preserve-output', 'server/src/main.ts', '--demo', ...process.argv.slice(2)]),
  begin('console', ['node_modules/vite/bin/vite.js', 'console']),
];
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  // In a terminal Ctrl-C has reached both already; we stay until the server has drained.
  process.on(signal, () => end(signal === 'SIGINT' && process.stdin.isTTY ? null : signal));
}

function begin(name, args) {
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [child.stdout, child.stderr])
    createInterface(stream).on('line', (line) => process.stdout.write(`${name} │ ${line}\n`));
  // One without the other is of no use.
  child.on('exit', (code) => {
    if (code) process.exitCode ??= code;
    end('SIGTERM');
  });
  return child;
}

let ended = false;
function end(signal) {
  if (ended) return;
  ended = true;
  process.exitCode ??= 0;
  for (const child of children) if (signal && child.exitCode === null) child.kill(signal);
}
