/** Refusals: of the door, in the open, and of a command, within the channel. */
import {
  COMMAND_STATUSES,
  DOOR_STATUSES,
  type CommandStatus,
  type DoorStatus,
} from '@signet/contract/assistant/statuses';
import type { CommandAnswer } from '@signet/contract/assistant/wire';

export class DoorRefusal extends Error {
  readonly status: DoorStatus;
  constructor(status: DoorStatus) {
    super(DOOR_STATUSES[status].message);
    this.status = status;
  }
}

/** What is said of a PIN that can be none. */
const NO_PIN: readonly CommandStatus[] = ['CKR_ARGUMENTS_BAD', 'CKR_PIN_LEN_RANGE'];

type More = { fields?: Record<string, string>; retry_after?: number };

export class CommandRefusal extends Error {
  readonly status: CommandStatus;
  readonly more: More;
  /** For the log alone. */
  readonly detail: string | undefined;
  constructor(status: CommandStatus, more: More = {}, detail?: string) {
    super(COMMAND_STATUSES[status]);
    this.status = status;
    this.more = more;
    this.detail = detail;
  }

  answer(): CommandAnswer {
    return { error: { status: this.status, message: this.message, ...this.more } };
  }
}

/** With what it was refused; what is no refusal is thrown again. */
export function statusOf(error: unknown): CommandStatus {
  if (error instanceof CommandRefusal) return error.status;
  throw error;
}

/** Does it; where it is refused as no PIN, that is the new one, and not that by which the person is known. */
export async function ofNewPin(work: () => void | Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof CommandRefusal) || !NO_PIN.includes(error.status)) throw error;
    throw new CommandRefusal(error.status, { ...error.more, fields: { new_pin: error.message } }, error.detail);
  }
}
