/** The platform's products as the welcome page offers them. */
import type { AppCode } from '@signet/contract/viewer';
import type { TextKey } from '../../i18n/text.ts';

export type Product = { code: AppCode; name: TextKey; line: TextKey };

export const PRODUCTS: readonly Product[] = [
  { code: 'ca_manager', name: 'product.ca_manager', line: 'product.ca_manager.line' },
  { code: 'enterprise_manager', name: 'product.enterprise_manager', line: 'product.enterprise_manager.line' },
  { code: 'device_manager', name: 'product.device_manager', line: 'product.device_manager.line' },
  {
    code: 'secure_software_manager',
    name: 'product.secure_software_manager',
    line: 'product.secure_software_manager.line',
  },
  {
    code: 'document_signing_manager',
    name: 'product.document_signing_manager',
    line: 'product.document_signing_manager.line',
  },
  {
    code: 'discovery_automation_manager',
    name: 'product.discovery_automation_manager',
    line: 'product.discovery_automation_manager.line',
  },
  { code: 'device_trust_manager', name: 'product.device_trust_manager', line: 'product.device_trust_manager.line' },
  { code: 'account_manager', name: 'product.account_manager', line: 'product.account_manager.line' },
];

/** The products a person has no role in. */
export function promoted(accessible: readonly string[], products: readonly Product[] = PRODUCTS): Product[] {
  return products.filter((product) => !accessible.includes(product.code));
}
