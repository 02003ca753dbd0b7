/**
 * Settings of the platform as they hold: what the environment says goes before what was saved, and that before the
 * default. Nothing is kept in memory, so a change holds for the next request of every process.
 */
import {
  SETTINGS,
  settingSpec,
  whyNotSetting,
  type FlagSetting,
  type NumberSetting,
  type SettingName,
  type SettingValue,
  type TextSetting,
} from '@signet/contract/platform-settings';
import type { Config } from '../config.ts';
import { sql, type RawBuilder } from 'kysely';
import { waitForLock } from '../db/locks.ts';
import type { Db } from '../db/open.ts';
import type { Seal } from '../secrets.ts';

/** Settings by their rows, as the database has them. */
export type Rows = ReadonlyMap<string, unknown>;

const objectOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};

/** The rows that hold these settings; nobody else saves any until the transaction ends where they are locked. */
export async function readRows(db: Db, names: readonly SettingName[], { lock = false } = {}): Promise<Rows> {
  const wanted = [...new Set(names.map((name) => SETTINGS[name].row))];
  if (lock) await waitForLock(db, 'platformSettings');
  const rows = await db.selectFrom('platform_setting').select(['name', 'value']).where('name', 'in', wanted).execute();
  return new Map(rows.map(({ name, value }) => [name, value]));
}

/** What was saved; null where nothing was, or nothing that may stand there. A secret is what is sealed. */
export function savedValue(rows: Rows, name: SettingName): SettingValue | null {
  const { row, at = [], kind } = settingSpec(name);
  let value: unknown = rows.get(row);
  for (const key of at) value = objectOf(value)[key];
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return null;
  return kind !== 'secret' && whyNotSetting(name, value) ? null : value;
}

/** What the environment says of it; null where it says nothing. The password of SMTP_URL is nobody's to see. */
export function environmentValue(config: Config, name: SettingName): SettingValue | null {
  const smtp = config.SMTP_URL === undefined ? null : new URL(config.SMTP_URL);
  const isTls = smtp?.protocol === 'smtps:';
  const said: Partial<Record<SettingName, SettingValue | null | undefined>> = {
    landing_address: config.LANDING_URL,
    license_expired_address: config.LICENSE_EXPIRED_URL,
    session_hours: config.REFRESH_TOKEN_HOURS,
    access_token_seconds: config.ACCESS_TOKEN_SECONDS,
    reauthentication_minutes: config.REAUTHENTICATION_MINUTES,
    mail_host: smtp?.hostname,
    mail_port: smtp && (Number(smtp.port) || (isTls ? 465 : 587)),
    mail_tls: smtp && isTls,
    mail_user: smtp && decodeURIComponent(smtp.username),
    mail_password: smtp && '',
    mail_sender_name: config.MAIL_FROM?.name,
    mail_sender_address: config.MAIL_FROM?.address,
  };
  return said[name] ?? null;
}

/** Rows of settings as one value of a statement that reads something else; null where there are none. */
export type ReadBeside = Readonly<Record<string, unknown>> | null;

/** SQL for {@link ReadBeside}, for what is asked so often that the settings must cost no question of their own. */
export const settingsBeside = (names: readonly SettingName[]): RawBuilder<ReadBeside> => sql<ReadBeside>`
  (select jsonb_object_agg(p.name, p.value) from platform_setting p
    where p.name in (${sql.join([...new Set(names.map((name) => SETTINGS[name].row))].map((row) => sql.lit(row)))}))`;

/** A setting that is a number, of rows that were read with something else. */
export function numberBeside(config: Config, read: ReadBeside, name: NumberSetting): number {
  const said = environmentValue(config, name);
  return Number(said ?? savedValue(new Map(Object.entries(read ?? {})), name) ?? SETTINGS[name].default);
}

type Where = { db: Db; config: Config };

async function settingOf({ db, config }: Where, name: SettingName): Promise<SettingValue> {
  const said = environmentValue(config, name);
  return said ?? savedValue(await readRows(db, [name]), name) ?? SETTINGS[name].default;
}

/** A setting that is a text. */
export async function textSetting(where: Where, name: TextSetting): Promise<string> {
  return String(await settingOf(where, name));
}

/** A setting that is a number. */
export async function numberSetting(where: Where, name: NumberSetting): Promise<number> {
  return Number(await settingOf(where, name));
}

/** A setting that is on or off. */
export async function flagSetting(where: Where, name: FlagSetting): Promise<boolean> {
  return (await settingOf(where, name)) === true;
}

/** What a secret of settings is sealed for. */
const sealOf = (name: SettingName): string => `setting:${name}`;

export const sealSetting = (seal: Seal, name: SettingName, secret: string): string =>
  seal.seal(Buffer.from(secret), sealOf(name)).toString('base64');

/** A secret that was saved; empty where none was. */
export function openSetting(seal: Seal, name: SettingName, rows: Rows): string {
  const sealed = savedValue(rows, name);
  return typeof sealed === 'string' && sealed !== ''
    ? seal.open(Buffer.from(sealed, 'base64'), sealOf(name)).toString()
    : '';
}

/** Saves values; null takes one away, so that its default holds. The rows are as they were read under the lock. */
export async function saveSettings(
  tx: Db,
  rows: Rows,
  values: ReadonlyMap<SettingName, SettingValue | null>,
  now: Date,
): Promise<void> {
  const next = new Map(rows);
  for (const [name, value] of values) {
    const { row, at = [] } = settingSpec(name);
    next.set(row, withValue(next.get(row), at, value));
  }
  for (const row of new Set([...values.keys()].map((name) => SETTINGS[name].row))) {
    const value = next.get(row);
    if (value === null || value === undefined) {
      await tx.deleteFrom('platform_setting').where('name', '=', row).execute();
      continue;
    }
    const changed = { value: JSON.stringify(value), updated_at: now };
    await tx
      .insertInto('platform_setting')
      .values({ name: row, ...changed })
      .onConflict((conflict) => conflict.column('name').doUpdateSet(changed))
      .execute();
  }
}

/** The object with the value at a place in it, and without what is empty then; null where nothing is left. */
function withValue(value: unknown, at: readonly string[], to: SettingValue | null): unknown {
  const [key, ...rest] = at;
  if (key === undefined) return to;
  const object = objectOf(value);
  const inner = withValue(object[key], rest, to);
  const { [key]: _, ...others } = object;
  const next = inner === null ? others : { ...others, [key]: inner };
  return Object.keys(next).length === 0 ? null : next;
}
