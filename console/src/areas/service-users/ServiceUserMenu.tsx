/** What can be done to a service user, in its row and on its page. */
import type { ServiceUserRow } from '@signet/contract/areas/service-users';
import { IconPencil, IconPlayerPause, IconPlayerPlay, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { problemText } from '../../api/show-problem.ts';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { RowActions } from '../../shell/record/RowActions.tsx';
import { DeleteServiceUser } from './DeleteServiceUser.tsx';
import { SwitchServiceUser } from './SwitchServiceUser.tsx';

type Props = {
  serviceUser: Pick<ServiceUserRow, 'id' | 'name' | 'active' | 'why_not'>;
  /** Whether editing is among them. */
  edits?: boolean;
  /** It is deleted: leads away from its page. */
  onDeleted?: () => void;
};

/** The menu of a row, as the list takes it. */
export const serviceUserRowMenu = (row: ServiceUserRow) => <ServiceUserMenu serviceUser={row} edits />;

export function ServiceUserMenu({ serviceUser, edits = false, onDeleted }: Props) {
  const t = useText();
  const [asked, setAsked] = useState<'switch' | 'delete' | null>(null);
  const close = () => setAsked(null);
  const { id, name, active, why_not: whyNot } = serviceUser;
  const reason = (why: ServiceUserRow['why_not']['edit']) => why && problemText({ message: '', ...why });
  return (
    <>
      <RowActions
        label={t('list.actionsFor', { name })}
        actions={[
          ...(edits
            ? [
                {
                  label: t('serviceUsers.edit'),
                  icon: IconPencil,
                  whyNot: reason(whyNot.edit),
                  to: paths.serviceUserEdit(id),
                },
              ]
            : []),
          {
            label: t(active ? 'serviceUsers.disable' : 'serviceUsers.enable'),
            icon: active ? IconPlayerPause : IconPlayerPlay,
            whyNot: reason(whyNot.govern),
            act: () => setAsked('switch'),
          },
          {
            label: t('serviceUsers.delete'),
            icon: IconTrash,
            danger: true,
            whyNot: reason(whyNot.govern),
            act: () => setAsked('delete'),
          },
        ]}
      />
      <SwitchServiceUser serviceUser={serviceUser} opened={asked === 'switch'} onClose={close} />
      <DeleteServiceUser
        serviceUser={asked === 'delete' ? serviceUser : null}
        onClose={close}
        {...(onDeleted ? { onDeleted } : {})}
      />
    </>
  );
}
