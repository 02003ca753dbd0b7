import { v7 } from 'uuid';

/** A UUIDv7: sorts by time of making, so that rows of a moment lie together in an index. */
export const newId = (): string => v7();
