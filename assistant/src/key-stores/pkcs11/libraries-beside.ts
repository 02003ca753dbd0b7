/** Where the process of a module finds the libraries that the module needs. */
import path from 'node:path';
import process from 'node:process';

/** By which variable a system is told where to look first. On Windows koffi looks beside the module. */
const LIBRARY_PATH: Partial<Record<NodeJS.Platform, string>> = {
  linux: 'LD_LIBRARY_PATH',
  darwin: 'DYLD_LIBRARY_PATH',
};

/**
 * The environment in which those beside the module are found first. Firefox has NSS in a folder of its own, often newer
 * than that of the system, and loads it by itself, so that its module does not say where the rest is: with the older
 * libraries of the system it can't be loaded.
 */
export function withLibrariesBeside(module: string, environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const name = LIBRARY_PATH[process.platform];
  if (name === undefined) return environment;
  const folders = [path.dirname(module), environment[name]].filter((one) => one !== undefined && one !== '');
  return { ...environment, [name]: folders.join(path.delimiter) };
}
