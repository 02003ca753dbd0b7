/** A copy of the last commit, in which sources are changed to see whether a test notices. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
/** Folders beside the packages that a copy has of its own: its workspaces, what is made of its sources. */
const OWN = new Set(['@signet', '.signet', '.vite']);
const git = (...args: string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8' });

/** Makes the copy, with the packages of this one; its own workspaces are the copy's. `remove` takes it away. */
export function makeTree(): { tree: string; remove: () => void } {
  const folder = mkdtempSync(path.join(tmpdir(), 'signet-mutate-'));
  const tree = path.join(folder, 'tree');
  git('worktree', 'add', '--quiet', '--detach', tree, 'HEAD');
  const packages = path.join(root, 'node_modules');
  mkdirSync(path.join(tree, 'node_modules/@signet'), { recursive: true });
  for (const name of readdirSync(packages))
    if (!OWN.has(name)) symlinkSync(path.join(packages, name), path.join(tree, 'node_modules', name));
  for (const name of readdirSync(path.join(packages, '@signet')))
    symlinkSync(path.join(tree, name), path.join(tree, 'node_modules/@signet', name));
  const remove = (): void => {
    git('worktree', 'remove', '--force', tree);
    rmSync(folder, { recursive: true, force: true });
  };
  return { tree, remove };
}
