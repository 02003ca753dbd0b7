/** What a rule of the architecture is, and how the tree is held against it. */
import path from 'node:path';

export type Source = { file: string; text: string };
/** Where an import leads: a path from the root for a relative one, else the package's name as it is written. */
export type Import = { target: string; typesOnly: boolean; line: number };
export type Breach = [file: string, text: string];
export type Rule = {
  never: string;
  why: string;
  /** The files it looks at, by their path from the root, and those it leaves out. */
  where: RegExp;
  except?: RegExp;
  /** What is forbidden: code (also over several lines), an import, or the file's own path. */
  code?: RegExp;
  imports?: (target: string, file: string, typesOnly: boolean) => boolean;
  path?: RegExp;
  /** Whether `code` counts in comments too. */
  comments?: boolean;
  breach: Breach;
  /** Further breaches, where one does not show all that the rule sees. */
  also?: Breach[];
};

export const TESTS = /\.test\.tsx?$|(?:^|\/)(?:testing|access-samples)(?:\/|\.ts$)/;

const lineAt = (text: string, index: number): number => text.slice(0, index).split('\n').length;

/** The imports of a file. `typesOnly`: nothing of it is there at run time, as `import type` has it. */
export function importsOf({ file, text }: Source): Import[] {
  return [...text.matchAll(/(?:\bfrom\s+|\bimport\s*\(?\s*)['"]([^'"]+)['"]/g)].map((match) => {
    const [whole, name = ''] = match;
    const before = text.slice(0, match.index);
    const statement = before.slice(Math.max(before.lastIndexOf('import'), before.lastIndexOf('export')));
    return {
      target: name.startsWith('.') ? path.posix.join(path.posix.dirname(file), name) : name,
      typesOnly: whole.startsWith('from') && /^(?:import|export)\s+type\b/.test(statement),
      line: lineAt(text, match.index),
    };
  });
}

/** The breaches of a rule as `file:line text`. */
export function breaches(rule: Rule, sources: Source[]): string[] {
  const looked = sources.filter(({ file }) => rule.where.test(file) && !rule.except?.test(file));
  if (rule.path) return looked.filter(({ file }) => rule.path?.test(file)).map(({ file }) => file);
  return looked.flatMap((source) => {
    const lines = source.text.split('\n');
    const code = rule.code ? [...source.text.matchAll(new RegExp(rule.code, `${rule.code.flags}g`))] : [];
    const imports = rule.imports ? importsOf(source) : [];
    const found = new Set([
      ...code.map((match) => lineAt(source.text, match.index)),
      ...imports
        .filter(({ target, typesOnly }) => rule.imports?.(target, source.file, typesOnly))
        .map(({ line }) => line),
    ]);
    return [...found].flatMap((number) => {
      const line = lines[number - 1] ?? '';
      const isComment = /^\s*(?:\/\/|\/?\*)/.test(line);
      return isComment && !rule.comments && !line.includes('@ts-') ? [] : [`${source.file}:${number} ${line.trim()}`];
    });
  });
}
