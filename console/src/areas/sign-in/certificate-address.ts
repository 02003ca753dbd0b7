/** Whether the platform has an address that asks for certificates. */
import { useApi } from '../../api/query.ts';

/**
 * Without one nobody comes by a certificate, and that way is none to be left with. Taken for granted until it is known:
 * the server knows.
 */
export function useCertificateAddress(): boolean {
  return useApi('GET /account/api/v1/clientAuthLoginUrl').data?.url !== null;
}
