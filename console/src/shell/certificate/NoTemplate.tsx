/** Said where a seat of some type has no template to choose: who may makes one, the others read who can. */
import { ACCESS } from '@signet/contract/access';
import type { SeatType } from '@signet/contract/areas/seat-record';
import { Rich } from '../../i18n/Rich.tsx';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { useAllows } from '../../session/permissions.ts';
import { PageLink } from '../routing/PageLink.tsx';

export function NoTemplate({ type }: { type: SeatType }) {
  const t = useText();
  const creates = useAllows(ACCESS.certificateTemplates.manage);
  const params = { type: t(`seats.type.${type}`) };
  if (!creates) return t('seats.noTemplate', params);
  const create = <PageLink to={paths.certificateTemplateCreate()} />;
  return <Rich text="seats.noTemplateCreate" params={params} tags={{ create }} />;
}
