/** Runs a command for a session: whether there is such a one, whether it may run, and what the log says of it. */
import { COMMANDS, type OfferedCommand } from '@signet/contract/assistant/commands';
import type { CommandAnswer } from '@signet/contract/assistant/wire';
import type { Activity, ActivityLog } from '../activity-log.ts';
import { CommandRefusal } from '../refusal.ts';
import type { Session } from '../sessions/session.ts';
import type { Runner } from './runner.ts';

export type RunCommand = (
  session: Session,
  command: string,
  input: unknown,
  signal: AbortSignal,
) => Promise<CommandAnswer>;

/** Answers every refusal, and what nobody has foreseen as one. */
export function runCommands(runners: Record<OfferedCommand, Runner>, log: ActivityLog): RunCommand {
  const offered = new Map<string, Runner>(Object.entries(runners));

  function runnerOf(session: Session, command: string): Runner {
    if (!COMMANDS.some((one) => one === command)) throw new CommandRefusal('UNKNOWN_COMMAND');
    if (command !== 'initialize' && !session.isInitialized) throw new CommandRefusal('NOT_INITIALIZED');
    const found = offered.get(command);
    if (!found) throw new CommandRefusal('COMMAND_NOT_OFFERED');
    return found;
  }

  return async (session, command, input, signal) => {
    const { origin } = session;
    const write = (activity: Activity): void =>
      session.pairing === null ? log.writeOfStranger(activity) : log.write(activity);
    try {
      const output = await runnerOf(session, command)(session, input, signal);
      write({ origin, what: command, result: 'done' });
      return { output };
    } catch (error) {
      const refusal = refusalOf(error, signal);
      const reason = refusal.status === 'FAILED' && error instanceof Error ? error.stack : refusal.detail;
      // A page may call a command what it likes: the log has its name where there is one.
      const what = refusal.status === 'UNKNOWN_COMMAND' ? 'unknown' : command;
      write({ origin, what, result: refusal.status, ...(reason !== undefined && { detail: reason }) });
      return refusal.answer();
    }
  };
}

function refusalOf(error: unknown, signal: AbortSignal): CommandRefusal {
  if (error instanceof CommandRefusal) return error;
  return new CommandRefusal(signal.aborted ? 'ABANDONED' : 'FAILED');
}
