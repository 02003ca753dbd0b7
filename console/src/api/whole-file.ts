/** Files that are read whole before they are saved. Apart from call.ts, which every page loads. */
import type { Api } from '@signet/contract';
import type { ParamsOf } from '@signet/contract/endpoint';
import { onSessionEnd } from '../session/state.ts';
import { callForFile, type EndpointName } from './call.ts';
import { readToEnd } from './csv.ts';

/** Files of one record: octets, or lines of JSON. */
export type DownloadName = {
  [E in EndpointName]: Api[E] extends { produces: 'application/octet-stream' | 'application/jsonl'; params: object }
    ? E
    : never;
}[EndpointName];

/** Endpoints that answer metadata of SAML. */
export type MetadataName = {
  [E in EndpointName]: Api[E] extends { octets: readonly ['application/samlmetadata+xml'] } ? E : never;
}[EndpointName];

/**
 * Reads a file of a record to its end.
 * @throws {Failure} BROKEN_OFF among others, and AbortError as {@link wholeFile}
 */
export const readDownload = <E extends DownloadName>(
  name: E,
  params: Readonly<Record<string, string>>,
  type: Extract<Api[E], { produces: string }>['produces'],
): Promise<Blob> => wholeFile(name, params, type);

/**
 * Reads metadata to its end.
 * @throws {Failure} as {@link readDownload}
 */
export const readMetadata = <E extends MetadataName>(name: E, params: ParamsOf<Api[E]>): Promise<Blob> =>
  wholeFile(name, params, 'application/samlmetadata+xml');

/** What one person may see is not saved once that person has gone: AbortError, which nobody is told of. */
async function wholeFile(name: EndpointName, params: Readonly<Record<string, string>>, type: string): Promise<Blob> {
  const left = new AbortController();
  const stopHearing = onSessionEnd(() => left.abort());
  try {
    return new Blob(await readToEnd(await callForFile(name, { params, signal: left.signal }, type)), { type });
  } finally {
    stopHearing();
  }
}
