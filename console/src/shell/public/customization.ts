/** Logo, copyright and footer links of the public pages, as the platform is configured (S-021, S-022). */
import type { LegalLink } from '@signet/contract/legal';
import { useQuery } from '@tanstack/react-query';
import { createContext, use } from 'react';
import { callPublic, type CallResponse } from '../../api/call.ts';
import type { TextKey } from '../../i18n/text.ts';

export type Customization = CallResponse<'GET /account/ui-api/v1/login/customization'>;

const customizationQuery = {
  queryKey: ['GET /account/ui-api/v1/login/customization', null] as const,
  queryFn: async (): Promise<Customization> => (await callPublic('GET /account/ui-api/v1/login/customization')).data,
  staleTime: 300_000,
};

/** What a preview shows in place of what is configured. */
export const CustomizationDraft = createContext<Customization | null>(null);

/** Undefined until it is loaded; the pages work without it. */
export function useCustomization(): Customization | undefined {
  const draft = use(CustomizationDraft);
  const { data } = useQuery(customizationQuery);
  return draft ?? data;
}

export const FOOTER_LINKS: readonly [LegalLink, TextKey][] = [
  ['termsOfUse', 'footer.termsOfUse'],
  ['privacyPolicy', 'footer.privacyPolicy'],
  ['legalRepository', 'footer.legalRepository'],
  ['webtrustAudit', 'footer.webtrustAudit'],
  ['support', 'footer.support'],
  ['contactUs', 'footer.contactUs'],
];

/** Only web and mail addresses become links: a stored `javascript:` address does nothing. */
export function safeHref(address: string): string | null {
  return /^(?:https?:\/\/|mailto:|\/(?!\/))/i.test(address) ? address : null;
}
