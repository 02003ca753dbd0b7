/** A command as it is run: its input is parsed before, its output after, by the schemas of the contract. */
import type { z } from 'zod';
import { CommandRefusal } from '../refusal.ts';
import type { Session } from '../sessions/session.ts';

type Output = Record<string, unknown>;
export type Runner = (session: Session, input: unknown, signal: AbortSignal) => Promise<Output>;

/** Throws {@link CommandRefusal} for an input that is not of the schema, with what is wrong by field. */
export function runner<I extends z.ZodType, O extends z.ZodType<Output>>(
  schemas: { input: I; output: O },
  run: (session: Session, input: z.output<I>, signal: AbortSignal) => z.input<O> | Promise<z.input<O>>,
): Runner {
  return async (session, input, signal) => {
    const parsed = schemas.input.safeParse(input);
    if (!parsed.success) throw new CommandRefusal('INVALID_INPUT', { fields: fieldsOf(parsed.error) });
    // What is answered holds what the contract lists, and nothing besides.
    return schemas.output.parse(await run(session, parsed.data, signal));
  };
}

function fieldsOf({ issues }: z.ZodError): Record<string, string> {
  return Object.fromEntries(
    issues.map((issue) => [
      issue.code === 'unrecognized_keys' ? issue.keys.join(', ') : issue.path.join('.'),
      issue.message,
    ]),
  );
}
