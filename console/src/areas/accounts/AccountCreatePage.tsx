/** A new account: a customer of the partner who creates it, or of none. */
import { AccountCreate } from './AccountCreate.tsx';

export default function AccountCreatePage() {
  return <AccountCreate type="standard" />;
}
