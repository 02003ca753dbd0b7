/** What became of a certificate, in the same words wherever it is shown: when it was issued and revoked, and why. */
import { REVOCATION_REASONS } from '@signet/contract/areas/certificate-rules';
import { useText } from '../../i18n/text.ts';
import { useDateTimeFormat } from '../../session/date-time.ts';
import type { Fact } from '../../ui/Facts.tsx';

type Course = {
  created_at: string;
  created_by_name: string | null;
  revoked_at: string | null;
  revoked_by_name?: string | null;
  revocation_reason: string | null;
};

export function useCourseFacts(): (one: Course) => Fact[] {
  const t = useText();
  const time = useDateTimeFormat();
  const timeBy = (at: string, name: string | null | undefined): string => (name ? `${time(at)} · ${name}` : time(at));
  return (one) => [
    { label: t('certificateList.created_at'), value: timeBy(one.created_at, one.created_by_name) },
    ...(one.revoked_at === null
      ? []
      : [
          { label: t('certificateList.revoked_at'), value: timeBy(one.revoked_at, one.revoked_by_name) },
          { label: t('certificateList.reason'), value: t(`certificateList.reason.${reasonOf(one)}`) },
        ]),
  ];
}

const reasonOf = ({ revocation_reason: reason }: Course) =>
  REVOCATION_REASONS.find((known) => known === reason) ?? 'unspecified';
