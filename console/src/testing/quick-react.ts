/**
 * Loaded before React: what its development build does for people who look into a page, and no test reads, costs a
 * fifth of the time of the tests. It draws every component into the browser's profiler, and takes the stack of each
 * element as it is made; the warnings stay.
 */
import * as react from 'react';

// Looked for once, as React DOM is loaded.
Reflect.deleteProperty(console, 'timeStamp');

/** Above its limit of stacks in a second; it begins to count anew every second. */
const MANY = 1e9;
const internals = Object.entries(react).find(([name]) => name.startsWith('__CLIENT_INTERNALS'))?.[1];
if (typeof internals !== 'object') throw new Error('React keeps its counters elsewhere.');
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => MANY, set: () => {} });
