/** The processes of modules that this one has started, as the system sees them: Linux by its files, others by ps. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';

const IS_LINUX = existsSync('/proc/self/stat');
const ps = (...args: string[]): string => execFileSync('ps', args, { encoding: 'utf8' });

/** Its parent; that of a process which has ended meanwhile is none. */
function parentOf(pid: string): number {
  try {
    // Its name, in parentheses, may hold anything.
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1]);
  } catch {
    return 0;
  }
}

function childrenOf(parent: number): number[] {
  const ofLinux = (): string[] =>
    readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(name) === parent);
  const ofOthers = (): string[] => {
    const rows = ps('-axo', 'pid=,ppid=').split('\n');
    return rows.filter((row) => row.trim().endsWith(` ${parent}`)).map((row) => row.trim().split(/\s/, 1).join(''));
  };
  return (IS_LINUX ? ofLinux() : ofOthers()).map(Number);
}

/** What the system tells of a process: how it was called, and its environment. */
export const told = (pid: number): string =>
  IS_LINUX
    ? readFileSync(`/proc/${pid}/cmdline`, 'utf8') + readFileSync(`/proc/${pid}/environ`, 'utf8')
    : ps('-Eww', '-o', 'command=', '-p', String(pid));

/** Empty for one that has ended meanwhile. */
function toldIfThere(pid: number): string {
  try {
    return told(pid);
  } catch {
    return '';
  }
}

export const moduleProcesses = (): number[] =>
  childrenOf(process.pid).filter((pid) => toldIfThere(pid).includes('module-process'));

/** For how many seconds a process has computed until now, to a hundredth. */
export function computed(pid: number): number {
  if (!IS_LINUX) {
    const [minutes = '', seconds = ''] = ps('-o', 'time=', '-p', String(pid)).trim().split(':').slice(-2);
    return Number(minutes) * 60 + Number(seconds);
  }
  // The 14th and the 15th, by itself and in the kernel (proc_pid_stat(5)), of those after its name.
  const [own = 0, kernel = 0] =
    readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ').slice(11, 13) ?? [];
  return (Number(own) + Number(kernel)) / 100;
}
