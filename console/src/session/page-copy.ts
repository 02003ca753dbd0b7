/** Storage of the browser that may be blocked or full: what it does not take is kept for this page alone. */
export type PageCopy = {
  read: (name: string) => string | null;
  write: (name: string, value: string) => void;
  remove: (name: string) => void;
  /** Another tab has changed it since: what stands in storage holds. */
  forget: (name: string) => void;
};

/** `storageOf` throws where storage is blocked. */
export function pageCopy(storageOf: () => Storage): PageCopy {
  const memory = new Map<string, string>();
  const forget = (name: string): void => void memory.delete(name);
  const remove = (name: string): void => {
    forget(name);
    try {
      storageOf().removeItem(name);
    } catch {
      // Blocked: the copy in memory is gone.
    }
  };
  return {
    read(name) {
      try {
        return memory.get(name) ?? storageOf().getItem(name);
      } catch {
        return null;
      }
    },
    write(name, value) {
      try {
        storageOf().setItem(name, value);
        forget(name);
      } catch {
        // What was there before must not be taken for it: of tokens it is one that is used up.
        remove(name);
        memory.set(name, value);
      }
    },
    remove,
    forget,
  };
}
