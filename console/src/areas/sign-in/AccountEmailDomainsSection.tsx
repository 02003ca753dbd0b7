/** The email domains of an account whose provider brings no new people: they lead those who are there. */
import type { Account } from '@signet/contract/areas/accounts';
import { useState } from 'react';
import { Section } from '../../shell/detail/Section.tsx';
import { EmailDomains } from './EmailDomains.tsx';

export default function AccountEmailDomainsSection({ record: { id } }: { record: Account }) {
  const [editing, setEditing] = useState(false);
  return (
    <Section keeps={editing}>{() => <EmailDomains accountId={id} editing={editing} onEdit={setEditing} />}</Section>
  );
}
