import { storedDateTime } from '@signet/contract/dates';
import { storableText } from '../storable-text.ts';
import { isSecretField, type SecretAlarm } from './secrets.ts';

/**
 * A value for `before` and `after` as jsonb can keep it and canonical JSON can spell it: plain
 * objects, arrays, strings, finite numbers, booleans and null. Dates become stored datetimes, bigints
 * decimal text; what JSON has no word for is left out of objects and null in arrays. A key that names
 * a secret is left out at every depth, and `alarm` is called with its name: secrets are never given to the log,
 * and this is the second line of defence.
 */
export function storable(value: unknown, alarm: SecretAlarm): unknown {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string') return storableText(value);
  if (typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object') return null;
  if (Array.isArray(value)) return value.map((one) => storable(one, alarm));
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : storedDateTime(value);
  if ('toJSON' in value && typeof value.toJSON === 'function') return storable(value.toJSON(), alarm);
  if (value instanceof Set) return [...value].map((one) => storable(one, alarm));
  const entries = value instanceof Map ? [...value] : Object.entries(value);
  const fields: [string, unknown][] = [];
  for (const [name, one] of entries) {
    const key = String(name);
    if (one === undefined || typeof one === 'function' || typeof one === 'symbol') continue;
    if (isSecretField(key)) alarm(key);
    else fields.push([storableText(key), storable(one, alarm)]);
  }
  return Object.fromEntries(fields);
}
