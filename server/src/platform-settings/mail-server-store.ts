/** The mail server as it holds now: that of the environment, else the one of the platform's settings. */
import { isIP } from 'node:net';
import { SETTINGS, settingsOf, type SettingName } from '@signet/contract/platform-settings';
import type { Config } from '../config.ts';
import type { Db } from '../db/open.ts';
import type { Seal } from '../secrets.ts';
import type { Sender } from '../sender.ts';
import {
  environmentValue,
  openSetting,
  readRows,
  savedValue,
  settingsBeside,
  type ReadBeside,
  type Rows,
} from './setting-store.ts';

export type MailServer = {
  sender: Sender;
  /** As nodemailer takes it: the address of the environment, or what administrators have named. */
  connection:
    | { url: string; requireTLS: boolean }
    | {
        host: string;
        port: number;
        secure: boolean;
        requireTLS: boolean;
        auth?: { user: string; pass: string };
      };
};

type Where = { db: Db; config: Config; seal: Seal };

const isThisMachine = (host: string): boolean =>
  host === 'localhost' || host === '::1' || host === '[::1]' || (isIP(host) === 4 && host.startsWith('127.'));

/** A password leaves this machine in TLS alone: with STARTTLS where the connection does not begin so. */
const requiresTls = ({ host, user, secure }: { host: string; user: string; secure: boolean }): boolean =>
  user !== '' && !secure && !isThisMachine(host);

const mailRows = (db: Db): Promise<Rows> => readRows(db, settingsOf('mail'));

/** True where the settings name one. */
export const hasSavedMailServer = async (db: Db): Promise<boolean> =>
  savedValue(await mailRows(db), 'mail_host') !== null;

/** True where mail can leave: the outbox holds it else. */
export const hasMailServer = async ({ db, config }: Pick<Where, 'db' | 'config'>): Promise<boolean> =>
  config.SMTP_URL !== undefined || (await hasSavedMailServer(db));

/** Rows for {@link hasMailServerBeside}. */
export const mailServerBeside = settingsBeside(['mail_host']);
/** The same of rows that were read with something else. */
export const hasMailServerBeside = (config: Config, read: ReadBeside): boolean =>
  config.SMTP_URL !== undefined || savedValue(new Map(Object.entries(read ?? {})), 'mail_host') !== null;

/** Null where there is none. */
export async function mailServer({ db, config, seal }: Where): Promise<MailServer | null> {
  const rows = await mailRows(db);
  const of = (name: SettingName) => environmentValue(config, name) ?? savedValue(rows, name) ?? SETTINGS[name].default;
  const sender = { name: String(of('mail_sender_name')), address: String(of('mail_sender_address')) };
  const host = String(of('mail_host'));
  if (host === '') return null;
  const user = String(of('mail_user'));
  const secure = of('mail_tls') === true;
  const requireTLS = requiresTls({ host, user, secure });
  if (config.SMTP_URL !== undefined) return { sender, connection: { url: config.SMTP_URL, requireTLS } };
  const auth = user === '' ? {} : { auth: { user, pass: openSetting(seal, 'mail_password', rows) } };
  return { sender, connection: { host, port: Number(of('mail_port')), secure, requireTLS, ...auth } };
}
