/** Whatever a test is answered, the API's document must name: so all tests together prove it complete. */
import { endpoints } from '@signet/contract';
import type { Endpoint } from '@signet/contract/endpoint';
import { PROBLEMS, type ProblemBody } from '@signet/contract/problem';
import { problemsOf } from '../http/openapi.ts';

type Documented = { endpoint: Endpoint; pattern: RegExp };

/** Addresses without parameters first, as the router takes them. */
const documented: Documented[] = endpoints
  .map((endpoint): Documented => {
    const pattern = endpoint.path.replaceAll('.', String.raw`\.`).replace(/\{\w+\}/g, '[^/]+');
    return { endpoint, pattern: new RegExp(`^${pattern}/?(?:\\?|$)`) };
  })
  .toSorted((a, b) => a.endpoint.path.split('{').length - b.endpoint.path.split('{').length);

/**
 * Throws where an endpoint answers a problem that the document does not name. A single wrong field has a code of its
 * own: those stand for INVALID_INPUT.
 */
export function expectDocumented(method: string, url: string, body: unknown): void {
  const status = (body as Partial<ProblemBody> | null)?.error?.status;
  const [first] = documented.filter(({ pattern }) => pattern.test(url));
  const { endpoint } =
    documented.find((one) => one.endpoint.method === method && one.endpoint.path === first?.endpoint.path) ?? {};
  if (status === undefined || endpoint === undefined || PROBLEMS[status] === 400) return;
  if (!problemsOf(endpoint).includes(status))
    throw new Error(`${method} ${endpoint.path} answers ${status}, which the document does not name.`);
}
