/** The roles of an administrator, by application, and what they come to (S-297). */
import { ACCESS } from '@signet/contract/access';
import type { Administrator } from '@signet/contract/areas/administrators';
import { useApi } from '../../api/query.ts';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { useAllows } from '../../session/permissions.ts';
import { Section } from '../../shell/detail/Section.tsx';
import { HeldRoles } from '../../shell/person/HeldRoles.tsx';
import { ButtonLink } from '../../shell/routing/ButtonLink.tsx';
import { Unread } from '../../shell/routing/Unread.tsx';
import { Busy } from '../../ui/Busy.tsx';

export default function AdministratorRolesSection({ record }: { record: Administrator }) {
  const t = useText();
  const gives = useAllows(ACCESS.administrators.giveRoles) && !record.why_not.govern;
  return (
    <Section
      count={record.roles.length}
      actions={
        gives && <ButtonLink to={paths.administratorRolesEdit(record.id)}>{t('administrators.editRoles')}</ButtonLink>
      }
    >
      {() => <Applications id={record.id} roles={record.roles} />}
    </Section>
  );
}

function Applications({ id, roles }: Pick<Administrator, 'id' | 'roles'>) {
  const { data, error, refetch } = useApi('GET /account/ui-api/v1/user/{id}/applications', { params: { id } });
  if (error && !data) return <Unread error={error} retry={refetch} />;
  return data ? <HeldRoles roles={roles} applications={data.items} /> : <Busy />;
}
