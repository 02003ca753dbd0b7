import type { Authority } from '@signet/contract/areas/certificate-authorities';

/** Of the texts: how many certificates of an authority are valid now, and whether there are more than were counted. */
export const validNow = (certificates: Authority['certificates']): { count: number; more: 'yes' | 'no' } => ({
  count: certificates?.valid ?? 0,
  more: certificates?.exact === false ? 'yes' : 'no',
});
