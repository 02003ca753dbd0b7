/**
 * Names of keys whose values are secrets, whatever stands around the word: `passwordHash`, `client_secret`,
 * `newPassword`.
 */
const SECRET = /pass(word|wd|phrase|code)|secret|token|hash|private_?key|credential|totp/;

/**
 * Last words that make a name say something about a secret instead of holding it: `token_id`, `password_min_length`.
 */
const ABOUT = /_(ids?|at|length|days|hours|minutes|seconds|count|enabled|required|expires|type)$/;

/**
 * A value for `before` and `after` as jsonb can keep it and canonical JSON can spell it: plain
 * objects, arrays, strings, finite numbers, booleans and null. Dates become ISO text, bigints
 * decimal text; what JSON has no word for is left out of objects and null in arrays. Keys named
 * like a secret are dropped at every depth: secrets are never given to the log, and this is the
 * second line of defence.
 */
export function storable(value: unknown): unknown {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string') return storableText(value);
  if (typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object') return null;
  if (Array.isArray(value)) return value.map(storable);
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if ('toJSON' in value && typeof value.toJSON === 'function') return storable(value.toJSON());
  if (value instanceof Set) return [...value].map(storable);
  const entries = value instanceof Map ? [...value] : Object.entries(value);
  return Object.fromEntries(
    entries
      .filter(
        ([key, one]) =>
          one !== undefined && typeof one !== 'function' && typeof one !== 'symbol' && !namesSecret(String(key)),
      )
      .map(([key, one]) => [storableText(String(key)), storable(one)]),
  );
}

/**
 * Text as PostgreSQL can keep it: U+0000, which it refuses, and lone surrogates, which UTF-8 has
 * not, become U+FFFD. `max` is a ceiling in UTF-16 units.
 */
export function storableText(text: string, max = Number.POSITIVE_INFINITY): string {
  return text.slice(0, max).toWellFormed().replaceAll('\0', '\uFFFD');
}

function namesSecret(key: string): boolean {
  const words = key.replaceAll(/(?<=[a-z0-9])(?=[A-Z])|[^A-Za-z0-9]+/g, '_').toLowerCase();
  return SECRET.test(words) && !ABOUT.test(words);
}
