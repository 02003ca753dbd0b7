/** What the samples of the areas are made of. Every target is Cleo's, of Nordmark, Ben's customer. */
import { newId } from '../ids.ts';
import { PASSWORD, type TestApp } from './app.ts';

/** One request of an endpoint: what fills its path, query, headers and body. */
export type Sample = {
  params?: Record<string, string>;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: unknown;
};
/** Makes the target and the request. What it does to the database is taken back. */
export type SampleOf = (app: TestApp) => Sample | Promise<Sample>;
/** A sample for each endpoint of an area; one that is missing does not compile. */
export type SamplesOf<A> = { [K in keyof A]: SampleOf };

export const NO_INPUT: SampleOf = () => ({});
export const NEW_PASSWORD = 'Another-horse-8-battery';
export const STATE = 'state-of-the-access-matrix';
export const CLEO_SIGNS_IN = { user_name: 'cleo', password: PASSWORD };

export const cleo = (app: TestApp): string => app.userIds.get('cleo') ?? '';
export const nordmark = (app: TestApp): string => app.accountIds.get('nordmark-lb') ?? '';

/** An organization of Nordmark with one contact. */
export async function anOrganization(app: TestApp): Promise<{ id: string; cid: string }> {
  const one = { id: newId(), cid: newId() };
  const stamps = { created_at: app.clock.now(), updated_at: app.clock.now() };
  await app.db
    .insertInto('organization')
    .values({ id: one.id, account_id: nordmark(app), name: 'Nordmark Treasury', country: 'DE', ...stamps })
    .execute();
  const contact = { first_name: 'Cleo', last_name: 'Marchetti', email: 'cleo@nordmark-lb.example', phone: '' };
  await app.db
    .insertInto('contact')
    .values({ ...contact, id: one.cid, organization_id: one.id, ...stamps })
    .execute();
  return one;
}
