import { LEGAL_DOCUMENTS } from '@signet/contract/legal';
import type { Visit } from './visit.ts';

export const visits: readonly Visit[] = Object.values(LEGAL_DOCUMENTS).map((document): Visit => ({
  route: '/account/legal/$document',
  name: `legal-${document}`,
  as: null,
  at: () => `/account/legal/${document}`,
}));
