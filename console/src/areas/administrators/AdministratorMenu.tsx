/** What can be done to an administrator beside editing: mails by which the person comes in, locks, switch, deleting. */
import { ACCESS } from '@signet/contract/access';
import type { Administrator } from '@signet/contract/areas/administrators';
import { whyNotReach, whyNotReachByCertificate } from '@signet/contract/areas/person-rules';
import {
  IconCertificate,
  IconHome,
  IconLockOpen,
  IconLogin2,
  IconMail,
  IconMailForward,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconShieldOff,
  IconTrash,
  IconUserQuestion,
  IconUserShield,
} from '@tabler/icons-react';
import { useState } from 'react';
import { problemText } from '../../api/show-problem.ts';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { useAllows } from '../../session/permissions.ts';
import { RowActions, type RowAction } from '../../shell/record/RowActions.tsx';
import { later } from '../../shell/routing/later.tsx';
import type { AskedAct } from './AdministratorAct.tsx';
import { DeleteAdministrator } from './DeleteAdministrator.tsx';
import { ResetSecondFactor } from './ResetSecondFactor.tsx';
import { whyNoReset } from './why-no-reset.ts';
import { StartPage } from './StartPage.tsx';

const AdministratorAct = later(() => import('./AdministratorAct.tsx'), null);

type WhyNot = Administrator['why_not']['edit'];
type Props = { administrator: Administrator; onDeleted: () => void };

/** The mail with a link that fits who the person is: not come yet, with a password, or without one. */
function mailWithLink({ verified, has_password }: Administrator): 'invite' | 'reset' | 'password' {
  if (!verified) return 'invite';
  return has_password ? 'reset' : 'password';
}

/** Whether the mail about single sign-on is one of its own: where passwords sign nobody in it is the invitation. */
const tellsOfSignOn = ({ single_sign_on, password_sign_in, verified }: Administrator): boolean =>
  single_sign_on && (verified || password_sign_in);

/** Whether an identity provider calls the person something. */
const isNamed = ({ saml_username: saml, oidc_username: oidc }: Administrator): boolean =>
  saml !== null || oidc !== null;

export function AdministratorMenu({ administrator, onDeleted }: Props) {
  const t = useText();
  const [asked, setAsked] = useState<AskedAct | 'startPage' | 'secondFactor' | 'delete' | null>(null);
  /** Whether any was: what has been asked for fades as it closes. */
  const [wanted, setWanted] = useState(false);
  const givesRoles = useAllows(ACCESS.administrators.giveRoles);
  const close = () => setAsked(null);
  const { name, active, verified, locked_until: lockedUntil, why_not: whyNot } = administrator;
  const inWords = (reason: WhyNot) => reason && problemText({ message: '', ...reason });
  const mailed = whyNot.help ?? whyNotReach(administrator);
  const link = mailWithLink(administrator);
  const noPassword: WhyNot =
    link === 'invite' || administrator.password_sign_in ? null : { status: 'PASSWORD_SIGN_IN_OFF' };
  const certified = whyNot.help ?? whyNotReachByCertificate(administrator);
  const entry = (act: AskedAct, icon: RowAction['icon'], reason: WhyNot): RowAction => ({
    label: t(`administrators.act.${act}`),
    icon,
    whyNot: inWords(reason),
    act: () => {
      setWanted(true);
      setAsked(act);
    },
  });
  return (
    <>
      <RowActions
        label={t('list.actionsFor', { name })}
        onOpen={AdministratorAct.preload}
        actions={[
          // What the page has a button for stands here where it can't be used, and says why.
          ...(whyNot.edit
            ? [
                {
                  label: t('administrators.edit'),
                  icon: IconPencil,
                  whyNot: inWords(whyNot.edit),
                  to: paths.administratorEdit(administrator.id),
                },
              ]
            : []),
          ...(givesRoles && whyNot.govern
            ? [
                {
                  label: t('administrators.editRoles'),
                  icon: IconUserShield,
                  whyNot: inWords(whyNot.govern),
                  to: paths.administratorRolesEdit(administrator.id),
                },
              ]
            : []),
          entry(link, verified ? IconMailForward : IconMail, mailed ?? noPassword),
          entry('certificate', IconCertificate, certified),
          ...(tellsOfSignOn(administrator) ? [entry('singleSignOn', IconLogin2, mailed)] : []),
          ...(lockedUntil === null
            ? []
            : [entry('unlock', IconLockOpen, mailed ?? (verified ? null : { status: 'NOT_VERIFIED' }))]),
          {
            label: t('security.reset'),
            icon: IconShieldOff,
            whyNot: inWords(whyNoReset(administrator)),
            act: () => setAsked('secondFactor'),
          },
          ...(isNamed(administrator) ? [entry('forgetNames', IconUserQuestion, whyNot.govern)] : []),
          {
            label: t('administrators.setStartPage'),
            icon: IconHome,
            whyNot: inWords(whyNot.edit),
            act: () => setAsked('startPage'),
          },
          active ? entry('disable', IconPlayerPause, whyNot.govern) : entry('enable', IconPlayerPlay, whyNot.govern),
          {
            label: t('administrators.delete'),
            icon: IconTrash,
            danger: true,
            whyNot: inWords(whyNot.govern),
            act: () => setAsked('delete'),
          },
        ]}
      />
      {wanted && (
        <AdministratorAct
          administrator={administrator}
          opened={asked === 'startPage' || asked === 'secondFactor' || asked === 'delete' ? null : asked}
          onClose={close}
        />
      )}
      <ResetSecondFactor person={administrator} opened={asked === 'secondFactor'} onClose={close} />
      <StartPage administrator={administrator} opened={asked === 'startPage'} onClose={close} />
      <DeleteAdministrator
        administrator={asked === 'delete' ? administrator : null}
        onClose={close}
        onDeleted={onDeleted}
      />
    </>
  );
}
