/** Why this person can do something, or can't, as a section of its page. */
import type { Administrator } from '@signet/contract/areas/administrators';
import { Section } from '../../shell/detail/Section.tsx';
import { AccessCheckLater } from './AccessCheckLater.tsx';

export default function AccessCheckSection({ record }: { record: Administrator }) {
  return <Section>{() => <AccessCheckLater personId={record.id} />}</Section>;
}
