/** Texts that no file which a page has loaded holds, though they exist: something less exact is said instead. */
import { ENGLISH } from '@signet/contract/texts';
import type { BrowserContext } from '@playwright/test';

/** How the console of the browser begins to say so. */
export const MISSING_TEXT = 'The page lacks the text';

/** Has each page of this browser say so, as an error in its console. */
export async function reportMissingTexts(context: BrowserContext): Promise<void> {
  await context.addInitScript(
    ({ keys, words }) => {
      const exists = new Set(keys);
      // The console asks so whether a text is there (isTextKey).
      const { hasOwn } = Object;
      Object.hasOwn = (texts, key) => {
        const has = hasOwn(texts, key);
        if (!has && typeof key === 'string' && exists.has(key)) console.error(`${words} ${key}`);
        return has;
      };
    },
    { keys: Object.keys(ENGLISH), words: MISSING_TEXT },
  );
}
