/**
 * What the footer of the public pages leads to (S §2.1 login): the name of each link in the login customization, with
 * the last part of the address that it has until the operator gives an own one.
 */
export const LEGAL_DOCUMENTS = {
  termsOfUse: 'terms-of-use',
  privacyPolicy: 'privacy-policy',
  legalRepository: 'legal-repository',
  webtrustAudit: 'webtrust-audit',
  support: 'support',
  contactUs: 'contact',
} as const;
export type LegalLink = keyof typeof LEGAL_DOCUMENTS;
export type LegalDocument = (typeof LEGAL_DOCUMENTS)[LegalLink];
