/** The arguments of `npm run bench`. */
import { parseArgs } from 'node:util';
import type { LogtoSettings } from './peer/logto.ts';
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
  /** What a reader must know of this run, as that the machine was slow or busy. */
  remark: string | null;
  /** Logto that runs beside and is asked the same. */
  logto: LogtoSettings | null;
};

export const USAGE = `npm run bench -- [--accounts 10000] [--users 1000000] [--audit 2000000] [--seconds 10]
                 [--out docs/benchmarks.md] [--only text] [--no-console]
                 [--remark text] [--logto http://127.0.0.1:3001]

Fills the database of DATABASE_URL, which must be empty, or the embedded one in a temporary folder, starts Signet on it,
and measures its API, its console, and the bare SQL of the same questions. A Logto that runs beside, best on the same
PostgreSQL, is asked some of them too; LOGTO_CLIENT is the id and secret, with a colon between, of an application that
may use its Management API.`;

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
    remark: text,
    logto: text,
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

/** Where Logto is. Throws a Refusal when the address or LOGTO_CLIENT can't be used. */
function logtoOf(address: string | undefined, client: string): LogtoSettings | null {
  if (address === undefined) return null;
  const [id = '', secret = ''] = client.split(':');
  if (!/^https?:\/\//.test(address) || !URL.canParse(address))
    throw new Refusal('--logto must be an address such as http://127.0.0.1:3001.');
  if (id === '' || secret === '') throw new Refusal('LOGTO_CLIENT must be an id and a secret with a colon between.');
  return { url: new URL(address).origin, id, secret };
}

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
    remark: values.remark ?? null,
    logto: logtoOf(values.logto, process.env['LOGTO_CLIENT'] ?? ''),
  };
}
