/** The commands of the assistant (S §7), with what they take and answer. */
import { z } from 'zod';
import { KEY_STORE_SCHEMAS } from './key-stores.ts';

/** All twenty, as the specification names them. */
export const COMMANDS = [
  'initialize',
  'service',
  'certificate',
  'config',
  'generate',
  'keystore',
  'token',
  'changepin',
  'verifypin',
  'resetpin',
  'backupToken',
  'restoreToken',
  'registerProvider',
  'initToken',
  'sign',
  'importCert',
  'exportCert',
  'deleteCert',
  'parseFile',
  'refresh',
] as const;
export type Command = (typeof COMMANDS)[number];

const nothing = z.strictObject({});

/** Their schemas. */
export const COMMAND_SCHEMAS = {
  /** Begins the session. A page that is not paired proves its nonce, and the person is asked for the six digits. */
  initialize: {
    input: z.strictObject({ nonce: z.base64().length(44) }),
    output: z.object({
      /** What the page keeps, with the key of the channel. */
      pairing: z.uuid(),
      version: z.string(),
      capability_version: z.string(),
    }),
  },
  service: {
    input: nothing,
    output: z.object({
      name: z.literal('Signet trust assistant'),
      version: z.string(),
      capability_version: z.string(),
      platform: z.enum(['linux', 'macos', 'windows', 'other']),
      /** The commands that it has. */
      commands: z.array(z.string()),
      /** The site as the assistant knows it, and since when. */
      site: z.object({ origin: z.string(), approved_at: z.iso.datetime() }),
    }),
  },
  ...KEY_STORE_SCHEMAS,
} as const;
export type OfferedCommand = keyof typeof COMMAND_SCHEMAS;
/** What a command answers. */
export type CommandOutput<C extends OfferedCommand> = z.input<(typeof COMMAND_SCHEMAS)[C]['output']>;
