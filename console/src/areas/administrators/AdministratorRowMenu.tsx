/** What can be done to an administrator from the list; the rest stands on the page. */
import type { AdministratorRow } from '@signet/contract/areas/administrators';
import { IconPencil, IconShieldOff, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { problemText } from '../../api/show-problem.ts';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { RowActions } from '../../shell/record/RowActions.tsx';
import { later } from '../../shell/routing/later.tsx';
import type { AskedRowAct } from './AdministratorRowAct.tsx';
import { whyNoReset } from './why-no-reset.ts';

const AdministratorRowAct = later(() => import('./AdministratorRowAct.tsx'), null);

/** The menu of a row, as the list takes it. */
export const administratorRowMenu = (row: AdministratorRow) => <AdministratorRowMenu row={row} />;

function AdministratorRowMenu({ row }: { row: AdministratorRow }) {
  const t = useText();
  const [asked, setAsked] = useState<AskedRowAct | null>(null);
  /** A list has many of these, and few are ever asked for; what has been asked for fades as it closes. */
  const [wanted, setWanted] = useState(false);
  if (asked && !wanted) setWanted(true);
  const inWords = (reason: AdministratorRow['why_not']['edit']) => reason && problemText({ message: '', ...reason });
  return (
    <>
      <RowActions
        label={t('list.actionsFor', { name: row.name })}
        onOpen={AdministratorRowAct.preload}
        actions={[
          {
            label: t('administrators.edit'),
            icon: IconPencil,
            whyNot: inWords(row.why_not.edit),
            to: paths.administratorEdit(row.id),
          },
          {
            label: t('security.reset'),
            icon: IconShieldOff,
            whyNot: inWords(whyNoReset(row)),
            act: () => setAsked('secondFactor'),
          },
          {
            label: t('administrators.delete'),
            icon: IconTrash,
            danger: true,
            whyNot: inWords(row.why_not.govern),
            act: () => setAsked('delete'),
          },
        ]}
      />
      {wanted && <AdministratorRowAct row={row} opened={asked} onClose={() => setAsked(null)} />}
    </>
  );
}
