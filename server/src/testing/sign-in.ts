import { randomBytes } from 'node:crypto';
import type { AuditAction } from '@signet/contract/audit';
import { expect } from 'vitest';
import { mailSeal } from '../mail/queue.ts';
import { PASSWORD, type Answer, type TestApp } from './app.ts';

export const LOGIN = '/account/ui-api/v1/auth/login';
export const ME = '/account/ui-api/v1/auth/me';
export const REFRESH = '/imauth/api/v1/refresh';
export const LOGOUT = '/imauth/api/v1/logout';
export const NEW_PASSWORD = 'Another-staple-8-Battery';

/** What a sign-in and a refresh deliver. */
export type Delivered = { access_token: string; refresh_token: string; expires_at: string };

/** The name of a new login transaction, as the browser makes it. */
export const newState = (): string => randomBytes(16).toString('base64url');

/** The first step: the user name. */
export function verifyName(app: TestApp, username: string, state = newState(), locale = 'en_US'): Promise<Answer> {
  return app.request(
    'GET',
    `/imauth/api/v1/login/verify?${new URLSearchParams({ username, state, locale, key: 'k' }).toString()}`,
  );
}

/** The second step: the password. */
export function logIn(app: TestApp, userName: string, password = PASSWORD, state?: string): Promise<Answer> {
  return app.request('POST', LOGIN, { user_name: userName, password, ...(state === undefined ? {} : { state }) });
}

/** Wrong passwords, one after the other. Answers their statuses. */
export async function guess(app: TestApp, userName: string, times: number): Promise<number[]> {
  const answered: number[] = [];
  for (let tried = 0; tried < times; tried += 1)
    answered.push((await logIn(app, userName, `Wrong-guess-${tried}`)).status);
  return answered;
}

export const refresh = (app: TestApp, refreshToken: string): Promise<Answer> =>
  app.request('POST', REFRESH, { refresh_token: refreshToken });

/** A request with an access token. */
export function as(
  app: TestApp,
  accessToken: string,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  body?: unknown,
): Promise<Answer> {
  return app.request(method, url, body, { authorization: `Bearer ${accessToken}` });
}

/** Whether an access token still carries somebody. */
export const whoAmI = async (app: TestApp, accessToken: string): Promise<number> =>
  (await as(app, accessToken, 'GET', ME)).status;

/**
 * Requests made at the same moment, on connections that are open already: else the first would be done before the
 * second has one.
 */
export async function atOnce<T>(app: TestApp, times: number, request: (index: number) => Promise<T>): Promise<T[]> {
  const warm = await Promise.all(Array.from({ length: app.pool.options.max }, () => app.pool.connect()));
  for (const connection of warm) connection.release();
  return Promise.all(Array.from({ length: times }, (_, index) => request(index)));
}

/** The statuses of answers that came in any order, lowest first. */
export const statuses = (answers: readonly Answer[]): number[] =>
  answers.map((answer) => answer.status).toSorted((a, b) => a - b);

/** A refusal of the one shape. */
export function expectRefusal(answer: Answer, status: number, name: string): void {
  expect({ status: answer.status, name: answer.body?.error?.status }).toEqual({ status, name });
}

/** What was recorded last, whatever it is. */
export const newestEvent = ({ db }: TestApp) =>
  db.selectFrom('audit_event').selectAll().orderBy('at', 'desc').orderBy('id', 'desc').executeTakeFirstOrThrow();

/** The audit events of an action, oldest first. */
export function events(app: TestApp, action: AuditAction) {
  return app.db
    .selectFrom('audit_event')
    .selectAll()
    .where('action', '=', action)
    .orderBy('at')
    .orderBy('id')
    .execute();
}

/** The mails to an address of a kind, oldest first, their texts opened. */
export async function mails(app: TestApp, to: string, kind: string) {
  const rows = await app.db
    .selectFrom('mail')
    .selectAll()
    .where('recipient', '=', to)
    .where('kind', '=', kind)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    ...row,
    text: row.body_sealed ? app.runtime.seal.open(row.body_sealed, mailSeal(row.id)).toString() : '',
  }));
}

const LINK =
  /http:\/\/localhost:8080\/account\/(?:(?:verify|reset-password|unlock)\/|certificate-pickup#)([\w-]+)\/([\w-]+)/;

/** User id and code of the link in a mail. */
export function linkIn(text: string): { url: string; userId: string; code: string } {
  const [url = '', userId = '', code = ''] = LINK.exec(text) ?? [];
  return { url, userId, code };
}
