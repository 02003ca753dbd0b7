/** What a page knows of the connection to the assistant, and what stands in its way. */
import type { Hello } from './door.ts';

/** The states of the connector (S §4). */
const CONNECTOR_STATES = ['uninitialized', 'initialized', 'running', 'not_running', 'not_installed'] as const;
export type ConnectorState = (typeof CONNECTOR_STATES)[number];

/** Why there is no connection, each with its code in S §4; null where that has none. */
const TROUBLE_CODES = {
  not_installed: 1,
  not_running: 2,
  failed_handshake: 3,
  failed_initialize: 4,
  /** It is not the one that the person has approved in this browser; whether it may be is for them to say. */
  other_assistant: null,
  /** The assistant does not answer under this name, or not to this page. */
  failed_hostname: null,
  /** The page came in a way that the browser does not trust: by http from another computer. */
  blocked_insecure: null,
  /** The person has forbidden the page, in the browser, to ask programs on this computer. */
  blocked_denied: null,
  /** The browser lets no page ask programs on this computer. */
  blocked_browser: null,
  /** The browser has to ask the person first. */
  permission_needed: null,
} as const;
export type TroubleKind = keyof typeof TROUBLE_CODES;

export type Trouble = {
  kind: TroubleKind;
  code: 1 | 2 | 3 | 4 | null;
  /** What the assistant said, where it said anything: of DOOR_STATUSES or COMMAND_STATUSES; or FOREIGN_PROGRAM. */
  status: string | null;
  /** In seconds, where trying again makes no sense before. */
  retryAfter: number | null;
};

export const troubleOf = (
  kind: TroubleKind,
  status: string | null = null,
  retryAfter: number | null = null,
): Trouble => ({ kind, code: TROUBLE_CODES[kind], status, retryAfter });

export type Connection = {
  state: ConnectorState;
  /** What the page is doing; null while nothing is under way. */
  busy: 'checking' | 'launching' | 'connecting' | null;
  /** The six digits that the person types into the assistant, while it asks for them. */
  number: string | null;
  trouble: Trouble | null;
  /** What the assistant says of itself, once it answers. */
  hello: Hello | null;
  /** The commands that it has, once initialized. */
  commands: readonly string[];
};

export const UNKNOWN_CONNECTION: Connection = {
  state: 'uninitialized',
  busy: null,
  number: null,
  trouble: null,
  hello: null,
  commands: [],
};
