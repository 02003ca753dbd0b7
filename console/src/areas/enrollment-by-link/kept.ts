/** What a page of an enrollment remembers in its tab, so that it may be loaded again at any point. No secrets. */
import { readTab, writeTab } from '../../session/tab-storage.ts';
import type { MadeRequest } from './installation.ts';

export type Kept = {
  /** What the invited person has filled in. */
  values: Readonly<Record<string, string>> | null;
  /** The request of the key that the assistant has made: asked again, the platform answers the same certificate. */
  request: MadeRequest | null;
};
const NOTHING_KEPT: Kept = { values: null, request: null };

/** What was kept for this enrollment; of another one it says nothing. */
export function keptOf(id: string): Kept {
  try {
    const kept: unknown = JSON.parse(readTab('enrollment') ?? 'null');
    if (!isRecord(kept) || kept['id'] !== id) return NOTHING_KEPT;
    const { values, request } = kept;
    return { values: isTexts(values) ? values : null, request: isRequest(request) ? request : null };
  } catch {
    return NOTHING_KEPT;
  }
}

/** Remembers it; `null` once the enrollment is redeemed. */
export const keep = (id: string, kept: Kept | null): void =>
  writeTab('enrollment', kept && JSON.stringify({ id, ...kept }));

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
const isTexts = (value: unknown): value is Readonly<Record<string, string>> =>
  isRecord(value) && Object.values(value).every((one) => typeof one === 'string');
const isRequest = (value: unknown): value is MadeRequest =>
  isTexts(value) && ['keystore', 'token', 'key', 'csr', 'attestation'].every((name) => Object.hasOwn(value, name));
