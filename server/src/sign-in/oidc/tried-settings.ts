/** Settings of an OpenID Connect provider that are tried: they travel sealed with the request, stored nowhere else. */
import { z } from 'zod';
import type { ProviderMetadata } from '../../db/provider-metadata.ts';
import type { Provider } from './config-store.ts';

const settings = z.object({
  configId: z.string(),
  accountId: z.string(),
  issuer: z.string(),
  clientId: z.string(),
  secret: z.string(),
  scopes: z.string(),
  userClaim: z.string(),
  // Whole, as it was discovered: a field that a list here left out would be lost on the way.
  metadata: z.custom<ProviderMetadata>((found) => typeof found === 'object' && found !== null),
});

export const writeSettings = (tried: z.output<typeof settings>): string => JSON.stringify(settings.parse(tried));

/** The provider as it would be with them. Its keys are fetched: those that are kept may be another one's. */
export const readSettings = (text: string): Provider => ({
  ...settings.parse(JSON.parse(text)),
  enabled: true,
  discoveredAt: new Date(0),
  keys: null,
});
