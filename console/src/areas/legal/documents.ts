/** What stands on the page behind each footer link until the operator gives an own address (S-020, S-022). */
import type { LegalDocument } from '@signet/contract/legal';
import type { TextKey } from '../../i18n/text.ts';

export type LegalText = { title: TextKey; intro: TextKey; points: readonly TextKey[] };

/** Only what is true of every platform: what an operator alone knows is named as missing. */
const LEGAL_TEXTS: Readonly<Record<LegalDocument, LegalText>> = {
  'terms-of-use': {
    title: 'footer.termsOfUse',
    intro: 'legal.terms.intro',
    // The terms that the agreement page shows.
    points: ['agreement.purpose', 'agreement.record', 'agreement.secret'],
  },
  'privacy-policy': {
    title: 'footer.privacyPolicy',
    intro: 'legal.privacy.intro',
    points: [
      'legal.privacy.person',
      'legal.privacy.password',
      'legal.privacy.sessions',
      'legal.privacy.log',
      'legal.privacy.mail',
      'legal.privacy.browser',
    ],
  },
  'legal-repository': {
    title: 'footer.legalRepository',
    intro: 'legal.repository.intro',
    points: [
      'legal.repository.policy',
      'legal.repository.practice',
      'legal.repository.certificates',
      'legal.repository.none',
    ],
  },
  'webtrust-audit': {
    title: 'footer.webtrustAudit',
    intro: 'legal.audit.intro',
    points: ['legal.audit.none', 'legal.audit.software', 'legal.audit.log'],
  },
  support: {
    title: 'footer.support',
    intro: 'legal.support.intro',
    points: ['legal.support.permission', 'legal.support.password', 'legal.support.error', 'legal.support.secrets'],
  },
  contact: {
    title: 'footer.contactUs',
    intro: 'legal.contact.intro',
    points: ['legal.contact.account', 'legal.contact.product', 'legal.contact.key'],
  },
};

/** The text of a document by the last part of its address; null for an unknown one. */
export function legalText(document: string): LegalText | null {
  return Object.hasOwn(LEGAL_TEXTS, document) ? LEGAL_TEXTS[document as LegalDocument] : null;
}
