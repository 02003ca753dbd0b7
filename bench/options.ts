/** The arguments of `npm run bench`. */
import { parseArgs } from 'node:util';
import type { Size } from './seed/plan.ts';

/** A reason to stop that is one sentence for the person. */
export class Refusal extends Error {}

export type Options = Size & {
  /** How long each case is measured, in seconds. */
  seconds: number;
  /** The file that is written. */
  out: string;
  /** Only cases whose title holds this text, without regard to case. */
  only: string | null;
  /** Whether the console is measured too. */
  console: boolean;
};

export const USAGE = `npm run bench -- [--accounts 10000] [--users 1000000] [--audit 2000000] [--seconds 10]
                 [--out docs/benchmarks.md] [--only text] [--no-console]

Fills the database of DATABASE_URL, which must be empty, or the embedded one in a temporary folder, starts Signet on it,
and measures its API, its console, and the bare SQL of the same questions.`;

/** Below so many accounts a run only shows that everything works. */
const REHEARSAL = 1_000;

/**
 * How long each side of each case is asked, and how often the console is visited. A rehearsal takes a twentieth of the
 * time.
 */
export function paceOf({ accounts, seconds }: Options): { seconds: number; visits: number; rehearsal: boolean } {
  const rehearsal = accounts < REHEARSAL;
  return rehearsal ? { seconds: seconds / 20, visits: 1, rehearsal } : { seconds, visits: 5, rehearsal };
}

function parsed(args: string[]) {
  const text = { type: 'string' } as const;
  const options = {
    accounts: text,
    users: text,
    audit: text,
    seconds: text,
    out: text,
    only: text,
    'no-console': { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  } as const;
  try {
    return parseArgs({ args, options }).values;
  } catch (error) {
    throw new Refusal(`${(error as Error).message.split('. ')[0]}.\n\n${USAGE}`);
  }
}

const NUMBERS = {
  accounts: [20, 1_000_000],
  users: [10, 10_000_000],
  audit: [10, 20_000_000],
  seconds: [1, 600],
} as const;

/** Reads the arguments; null when help was asked for. Throws a Refusal with one sentence for the person. */
export function readOptions(args: string[]): Options | null {
  const values = parsed(args);
  if (values.help) return null;
  const number = (name: keyof typeof NUMBERS, fallback: number): number => {
    const text = values[name];
    if (text === undefined) return fallback;
    const [min, max] = NUMBERS[name];
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (!(value >= min && value <= max)) throw new Refusal(`--${name} must be a whole number from ${min} to ${max}.`);
    return value;
  };
  return {
    accounts: number('accounts', 10_000),
    users: number('users', 1_000_000),
    audit: number('audit', 2_000_000),
    seconds: number('seconds', 10),
    out: values.out ?? 'docs/benchmarks.md',
    only: values.only ?? null,
    console: !values['no-console'],
  };
}
