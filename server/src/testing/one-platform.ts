import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { startTestApp, type Name, type TestApp } from './app.ts';
import { undoable, type Undoable } from './undo.ts';

type Options = Omit<NonNullable<Parameters<typeof startTestApp>[0]>, 'open'> & {
  /** Who is signed in when a test begins, so that not every test hashes their passwords. */
  signedIn?: readonly Name[];
  /** Looks at what a test has left, before it is taken back. */
  after?: (app: TestApp) => Promise<void>;
};

/** `others`: options that differ from those of the file. */
type Alone = (work: () => Promise<void>, others?: Parameters<typeof startTestApp>[0]) => () => Promise<void>;

/**
 * One platform for all tests of a file. `set` gets it before each test; what the test has done to the database, the
 * clock and the sign-ins is taken back after it. All of it happens on one connection, in one transaction, and
 * `app.pool` sees nothing of it: a test of what happens at once, or of what the pool sees, is `alone` on a platform of
 * its own. `undo` takes back what is tried within a test.
 */
export function onePlatform(
  set: (app: TestApp) => void,
  { signedIn = [], after, ...options }: Options = {},
): Pick<Undoable, 'undo'> & { alone: Alone } {
  const { open, begin, undo } = undoable();
  let shared: TestApp;
  let takeBack: () => Promise<void>;
  beforeAll(async () => {
    shared = await startTestApp({ ...options, open });
    for (const person of signedIn) await shared.call(person, 'GET', '/account/ui-api/v1/user/me');
  });
  afterAll(() => shared.close());
  beforeEach(async () => {
    const [began, forgetNewer] = [shared.clock.now(), shared.keepSignIns()];
    const rollBack = await begin();
    takeBack = async () => {
      await rollBack();
      shared.clock.set(began.toISOString());
      forgetNewer();
    };
    set(shared);
  });
  afterEach(async () => {
    try {
      await look(shared);
    } finally {
      await takeBack();
    }
  });

  /** What the database looks at when a transaction ends, it looks at now. */
  async function look(app: TestApp): Promise<void> {
    await sql`set constraints all immediate`.execute(app.db);
    await after?.(app);
  }
  return {
    undo,
    alone: (work, others) => async () => {
      const own = await startTestApp({ ...options, ...others });
      set(own);
      try {
        await work();
        await look(own);
      } finally {
        await own.close();
        set(shared);
      }
    },
  };
}
