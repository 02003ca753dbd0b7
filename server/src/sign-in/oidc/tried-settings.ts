/** Settings of an OpenID Connect provider that are tried: they travel sealed with the request, stored nowhere else. */
import { z } from 'zod';
import type { Provider } from './config-store.ts';

const settings = z.object({
  configId: z.string(),
  accountId: z.string(),
  issuer: z.string(),
  clientId: z.string(),
  secret: z.string(),
  scopes: z.string(),
  userClaim: z.string(),
  metadata: z.object({
    issuer: z.string(),
    authorization_endpoint: z.string(),
    token_endpoint: z.string(),
    jwks_uri: z.string(),
    userinfo_endpoint: z.string().optional(),
    id_token_signing_alg_values_supported: z.array(z.string()),
    userinfo_signing_alg_values_supported: z.array(z.string()).optional(),
    token_endpoint_auth_method: z.enum(['client_secret_basic', 'client_secret_post']),
    authorization_response_iss_parameter_supported: z.boolean(),
  }),
});

export const writeSettings = (tried: z.output<typeof settings>): string => JSON.stringify(settings.parse(tried));

/** The provider as it would be with them. Its keys are fetched: those that are kept may be another one's. */
export const readSettings = (text: string): Provider => ({
  ...settings.parse(JSON.parse(text)),
  enabled: true,
  discoveredAt: new Date(0),
  keys: null,
});
