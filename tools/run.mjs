/**
 * The entry of every npm script: node tools/run.mjs <command> [arguments].
 * Plain JavaScript that any Node from 20.19 on reads; it brings the packages, changes to the Node among them, and
 * hands over to the command's own file.
 */
import { chdir, execPath, exit, stderr, versions } from 'node:process';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import module from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const COMMANDS = {
  start: 'tools/start.mjs',
  dev: 'tools/dev.mjs',
  test: 'tools/test.mjs',
  demo: 'tools/demo.mjs',
  pictures: 'tools/pictures.ts',
  assistant: 'assistant/src/main.ts',
  'assistant:package': 'assistant/packaging/package-command.ts',
  recover: 'server/src/recovery/recover-command.ts',
  backup: 'server/src/backup/backup-command.ts',
  restore: 'server/src/backup/restore-command.ts',
  requirements: 'tools/requirements.ts',
  'third-party': 'tools/third-party.ts',
  format: 'node_modules/oxfmt/bin/oxfmt',
  'license:issue': 'server/src/license/issue-command.ts',
  bench: 'bench/bench.ts',
  faults: 'server/faults/faults-command.ts',
  ledger: 'server/faults/ledger-command.ts',
  'audit:export': 'server/src/audit/export-command.ts',
  'audit:verify': 'server/src/audit/verify-command.ts',
};
const OLDEST = [20, 19];
const WANTED = 24;
const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

await main(process.argv.slice(2));

async function main([command = '', ...rest]) {
  const [major = 0, minor = 0] = versions.node.split('.').map(Number);
  if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1]))
    stop(`Signet needs Node ${OLDEST.join('.')} or newer; this is ${versions.node}.`);
  const script = Object.hasOwn(COMMANDS, command)
    ? COMMANDS[command]
    : stop(`Unknown command "${command}"; there are ${Object.keys(COMMANDS).join(', ')}.`);

  chdir(root);
  endWithParent();
  const { ensurePackages } = await import('./packages.mjs');
  await ensurePackages();
  keepCompiled();
  if (major < WANTED) return changeNode([command, ...rest]);
  // Whoever calls `node` below us gets this one, however npm has linked it.
  process.env.PATH = [path.dirname(execPath), process.env.PATH].join(path.delimiter);
  // The command sees the arguments as if it had been started by itself.
  process.argv = [execPath, path.join(root, script), ...rest];
  await import(pathToFileURL(path.join(root, script)).href);
}

/**
 * What Node makes of the sources is kept for the next start, of this process and of those it starts: half the time and
 * a sixth of the memory.
 */
function keepCompiled() {
  process.env.NODE_COMPILE_CACHE ??= path.join(root, 'node_modules/.signet/compiled');
  module.enableCompileCache?.(process.env.NODE_COMPILE_CACHE);
}

/**
 * npm passes a signal on to its shell alone, and many a shell dies of it without a word to us: we would stay behind,
 * holding the port. On Windows, where a parent's number stays, nothing is noticed.
 */
function endWithParent() {
  const parent = process.ppid;
  if (process.env.npm_lifecycle_event)
    setInterval(() => process.ppid !== parent && process.kill(process.pid, 'SIGTERM'), 300).unref();
}

/** Runs the same command once more on the Node that came with the packages, and ends as that ends. */
function changeNode(args) {
  const folder = path.join(
    root,
    'node_modules',
    `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`,
    'bin',
  );
  const node = ['node', 'node.exe'].map((name) => path.join(folder, name)).find((file) => existsSync(file));
  if (!node)
    stop(
      `Signet runs on Node ${WANTED}, which does not come with the packages on this system; this is ` +
        `${versions.node}. Install Node ${WANTED} and try again.`,
    );

  const child = spawn(node, [...process.execArgv, fileURLToPath(import.meta.url), ...args], { stdio: 'inherit' });
  const forwarded = new Set();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      // A terminal's Ctrl-C has reached the child already; npm passes it on a second time.
      if (forwarded.has(signal) || (signal === 'SIGINT' && process.stdin.isTTY)) return;
      forwarded.add(signal);
      child.kill(signal);
    });
  }
  child.on('error', (error) => stop(`The Node of the packages could not be started: ${error.message}`));
  child.on('exit', (code, signal) => {
    if (!signal) exit(code ?? 1);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

function stop(sentence) {
  stderr.write(`${sentence}\n`);
  exit(1);
}
