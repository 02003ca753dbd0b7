/** The metadata of a provider at its address. */
import { failureOf } from '../../outside/failure.ts';
import { fetchOutside, PROVIDER_BOUNDS } from '../../outside/fetch.ts';
import { textOf } from './xml.ts';

export type FetchFault = 'METADATA_UNREACHABLE' | 'METADATA_ADDRESS_FORBIDDEN' | 'INVALID_XML';

/** The text at the address, or why there is none. Takes seconds: no connection to the database is held meanwhile. */
export async function fetchMetadata(
  address: string,
  ownNetwork: boolean,
): Promise<{ metadata: string } | { fault: FetchFault }> {
  try {
    const { status, body } = await fetchOutside(address, {}, { ...PROVIDER_BOUNDS, ownNetwork });
    if (status !== 200) return { fault: 'METADATA_UNREACHABLE' };
    const metadata = textOf(body);
    return metadata === null ? { fault: 'INVALID_XML' } : { metadata };
  } catch (error) {
    const isForbidden = failureOf(error).reason === 'forbidden-address';
    return { fault: isForbidden ? 'METADATA_ADDRESS_FORBIDDEN' : 'METADATA_UNREACHABLE' };
  }
}
