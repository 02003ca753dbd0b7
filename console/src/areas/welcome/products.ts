/** The platform's products as the welcome page offers them. */
import type { AppCode } from '@signet/contract/viewer';
import type { TextKey } from '../../i18n/text.ts';
import { outside } from '../../paths.ts';

export type Product = { code: AppCode; name: TextKey; line: TextKey; to: string | null };

/** `to`: its landing page on this platform; null where only the contact link leads on (S-422). */
export const PRODUCTS: readonly Product[] = [
  {
    code: 'ca_manager',
    name: 'product.ca_manager',
    line: 'product.ca_manager.line',
    to: outside.certificateAuthority(),
  },
  {
    code: 'enterprise_manager',
    name: 'product.enterprise_manager',
    line: 'product.enterprise_manager.line',
    to: outside.managedPki(),
  },
  { code: 'device_manager', name: 'product.device_manager', line: 'product.device_manager.line', to: outside.iot() },
  {
    code: 'secure_software_manager',
    name: 'product.secure_software_manager',
    line: 'product.secure_software_manager.line',
    to: outside.signingManager(),
  },
  {
    code: 'document_signing_manager',
    name: 'product.document_signing_manager',
    line: 'product.document_signing_manager.line',
    to: outside.documentManager(),
  },
  {
    code: 'discovery_automation_manager',
    name: 'product.discovery_automation_manager',
    line: 'product.discovery_automation_manager.line',
    to: null,
  },
  {
    code: 'device_trust_manager',
    name: 'product.device_trust_manager',
    line: 'product.device_trust_manager.line',
    to: null,
  },
  { code: 'account_manager', name: 'product.account_manager', line: 'product.account_manager.line', to: null },
];

/** The products a person has no role in. */
export function promoted(accessible: readonly string[], products: readonly Product[] = PRODUCTS): Product[] {
  return products.filter((product) => !accessible.includes(product.code));
}
