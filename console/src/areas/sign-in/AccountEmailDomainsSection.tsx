/** The email domains of an account whose provider brings no new people: they lead those who are there. */
import type { Account } from '@signet/contract/areas/accounts';
import { Section } from '../../shell/detail/Section.tsx';
import { EmailDomains } from './EmailDomains.tsx';

export default function AccountEmailDomainsSection({ record: { id } }: { record: Account }) {
  return <Section>{() => <EmailDomains accountId={id} />}</Section>;
}
