/** Whose licenses an account uses as long as it was never given any of its own, as answers say it. */
import { z } from 'zod';

/** Those of its partner, or of the platform; withheld where the viewer may not know what is there. */
const POOLS_ABOVE = ['partner', 'platform', 'withheld'] as const;

export const poolAbove = z
  .object({
    of: z.enum(POOLS_ABOVE),
    name: z.string().nullable().describe('The partner; null for others.'),
  })
  .meta({ shape: 'LicensePoolAbove' });
export type PoolAbove = z.output<typeof poolAbove>;
