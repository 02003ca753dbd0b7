/**
 * Zod makes code of text where a page allows that. Ours does not, and each try would be reported by the browser. Its
 * settings are kept in this global (zod/v4/core/core.ts); to import its `config` would put 3 kB into every page.
 */
const zod = globalThis as { __zod_globalConfig?: { jitless?: boolean } };
(zod.__zod_globalConfig ??= {}).jitless = true;
