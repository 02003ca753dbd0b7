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
