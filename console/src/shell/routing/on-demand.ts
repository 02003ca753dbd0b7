/** What is drawn with code that is fetched when it is first shown. */
import { lazyRouteComponent } from '@tanstack/react-router';
import { Failure, NETWORK } from '../../api/failure.ts';

/**
 * The default export of a file, or the one that is named. Where the file is missing, as after an update, the router
 * loads the page anew. Where nothing can be reached, that would leave the person on a page of the browser: it fails
 * instead, what stands there stays, and it may be tried again.
 */
export const onDemand: typeof lazyRouteComponent = (load, name) => lazyRouteComponent(() => reached(load), name);

async function reached<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (await isServed()) throw error;
    throw new Failure(NETWORK, '', { network: true });
  }
}

/** Whether this page could be loaded anew. */
const isServed = (): Promise<boolean> =>
  fetch(location.href, { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
