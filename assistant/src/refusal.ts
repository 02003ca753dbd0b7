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
  constructor(status: CommandStatus, more: More = {}) {
    super(COMMAND_STATUSES[status]);
    this.status = status;
    this.more = more;
  }

  answer(): CommandAnswer {
    return { error: { status: this.status, message: this.message, ...this.more } };
  }
}
