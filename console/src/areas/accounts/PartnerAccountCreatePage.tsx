/** A new partner account; system scope alone, while partner scope is on. */
import { AccountCreate } from './AccountCreate.tsx';

export default function PartnerAccountCreatePage() {
  return <AccountCreate type="partner" />;
}
