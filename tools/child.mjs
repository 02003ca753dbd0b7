import { spawn } from 'node:child_process';
import process from 'node:process';

const STILL_MS = 15_000;
/** What a child may take to put away its own servers and browsers. */
const LEAVE_MS = 15_000;
const CODES = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 };
const running = new Set();
let leaving;

/** While something runs, a signal to us ends it first; with nothing running, signals are the command's own affair. */
function track(child) {
  if (running.size === 0) for (const signal of Object.keys(CODES)) process.on(signal, leave);
  running.add(child);
}

function untrack(child) {
  running.delete(child);
  if (running.size > 0) return;
  if (leaving) process.exit(CODES[leaving]);
  for (const signal of Object.keys(CODES)) process.off(signal, leave);
}

function leave(signal) {
  if (leaving) return;
  leaving = signal;
  // A terminal's Ctrl-C has reached the children already, and a second one would keep them from cleaning up.
  if (signal !== 'SIGINT' || !process.stdin.isTTY) for (const child of running) child.kill('SIGINT');
  setTimeout(() => {
    for (const child of running) child.kill('SIGKILL');
    process.exit(CODES[signal]);
  }, LEAVE_MS).unref();
}

/**
 * Runs a program to its end: `{ code, output }`, the code being 1 where a signal ended it.
 * Its output goes to ours as well if `show`; `still` is a sentence to repeat while it lasts; `limit` is in
 * milliseconds.
 */
export function run(program, args, { cwd, env = process.env, show = false, still, limit, shell = false } = {}) {
  return new Promise((resolve) => {
    const began = performance.now();
    const child = spawn(program, args, { cwd, env, shell, timeout: limit, stdio: ['ignore', 'pipe', 'pipe'] });
    track(child);
    const tick = still && setInterval(() => process.stdout.write(`  ${still} (${seconds(began)})\n`), STILL_MS);
    let output = '';
    const take = (stream) => (chunk) => {
      output += chunk;
      if (show) stream.write(chunk);
    };
    child.stdout.setEncoding('utf8').on('data', take(process.stdout));
    child.stderr.setEncoding('utf8').on('data', take(process.stderr));
    const end = (code) => {
      untrack(child);
      clearInterval(tick);
      resolve({ code, output });
    };
    child.on('error', (error) => {
      output += `${error.message}\n`;
      end(1);
    });
    child.on('close', (code) => end(code ?? 1));
  });
}

/** Runs a JavaScript program of a package (its file below node_modules) on this Node. */
export const runNode = (file, args, options) => run(process.execPath, [file, ...args], options);

/** The time since `began` (of performance.now) as people read it: 0.4 s, 12 s, 2 min 5 s. */
export function seconds(began) {
  const time = (performance.now() - began) / 1000;
  if (time < 10) return `${time.toFixed(1)} s`;
  return time < 60 ? `${Math.round(time)} s` : `${Math.floor(time / 60)} min ${Math.round(time % 60)} s`;
}
