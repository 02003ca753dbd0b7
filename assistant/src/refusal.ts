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

/** What refuses a PIN for its form: its length, or its characters. */
const MALFORMED_PIN: readonly CommandStatus[] = ['CKR_ARGUMENTS_BAD', 'CKR_PIN_LEN_RANGE'];

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

/** The status with which a command was refused; an error that is no refusal is thrown again. */
export function statusOf(error: unknown): CommandStatus {
  if (error instanceof CommandRefusal) return error.status;
  throw error;
}

/**
 * Runs `work`. A PIN that it refuses for its form is the new one, not the one by which the person is known: the refusal
 * stands under `new_pin`. All else is thrown as it is.
 */
export async function ofNewPin(work: () => void | Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof CommandRefusal) || !MALFORMED_PIN.includes(error.status)) throw error;
    throw new CommandRefusal(error.status, { ...error.more, fields: { new_pin: error.message } }, error.detail);
  }
}
