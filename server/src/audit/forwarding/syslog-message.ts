/** An event as a message of RFC 5424, in the frame of RFC 5425. */
import { hostname } from 'node:os';
import type { PlacedEvent } from '../place-line.ts';

/** Facility 13, log audit (RFC 5424 §6.2.1). */
const FACILITY = 13;
const SEVERITIES = { success: 5, failure: 4 } as const;
/** The number of documentation (RFC 5612): this project has none of its own. */
const ENTERPRISE = 32473;
const BOM = '\uFEFF';

const HOST =
  hostname()
    .replaceAll(/[^!-~]/g, '')
    .slice(0, 255) || '-';

const octets = (message: string): Buffer => {
  const body = Buffer.from(message);
  return Buffer.concat([Buffer.from(`${body.length} `), body]);
};

/** Of an altered row that has no moment, or none in four digits of a year, the "-" of RFC 5424 (NILVALUE). */
function timestamp(at: Date): string {
  const text = Number.isFinite(at.getTime()) ? at.toISOString() : '-';
  return /^\d/.test(text) ? text : '-';
}

const header = (severity: number, at: Date, id: string): string =>
  `<${FACILITY * 8 + severity}>1 ${timestamp(at)} ${HOST} signet ${process.pid} ${id}`;

/**
 * The frame of an event: its octets counted, a space, the message. Structured data has identifiers and fixed words
 * alone, so that nothing a stranger typed stands there; the message is `line`, its JSON, as HTTPS receivers get it.
 */
export function eventFrame({ index, row }: PlacedEvent, line: string): Buffer {
  const params = [
    ['index', String(index)],
    ['id', row.id],
    ['action', row.action],
    ['resource', row.resource_type],
    ['result', row.result],
    ['via', row.actor_via],
    ['credential', row.credential_id],
    ['account', row.account_id],
    ['actor', row.actor_id],
  ].flatMap(([name, value]) => (value == null ? [] : [`${name}="${value}"`]));
  return octets(
    `${header(SEVERITIES[row.result], new Date(row.at), row.action)} ` +
      `[signet@${ENTERPRISE} ${params.join(' ')}] ${BOM}${line}`,
  );
}

/** The frame of a test event; `line` is its JSON. */
export const testFrame = (at: Date, line: string): Buffer =>
  octets(`${header(SEVERITIES.success, at, 'TEST')} - ${BOM}${line}`);
