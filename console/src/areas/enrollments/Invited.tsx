/** The link of an invitation that was just sent: shown this once, should the mail not arrive. */
import { Button, CopyButton } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useText } from '../../i18n/text.ts';
import { ButtonLink } from '../../shell/routing/ButtonLink.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import css from './enrollments.module.css';

const Sign = ({ of: Icon }: { of: typeof IconCopy }) => <Icon size={16} stroke={1.75} aria-hidden />;

type Props = { name: string; email: string; link: string; to: string };

export function Invited({ name, email, link, to }: Props) {
  const t = useText();
  return (
    <>
      <PageTitle title={t('enrollments.invitedTitle', { name })} />
      <div className={`card ${css.link}`}>
        <Banner tone="ok">{t('enrollments.invitedBody', { email })}</Banner>
        <p className={`mono ${css.value}`}>{link}</p>
        <p className="t2">{t('enrollments.linkOnce')}</p>
        <div className={css.acts}>
          <CopyButton value={link} timeout={2000}>
            {({ copied, copy }) => (
              <>
                <Button leftSection={<Sign of={copied ? IconCheck : IconCopy} />} onClick={copy}>
                  {copied ? t('common.copied') : t('enrollments.copyLink')}
                </Button>
                <span role="status" className="vh">
                  {copied ? t('common.copied') : ''}
                </span>
              </>
            )}
          </CopyButton>
          <ButtonLink to={to} variant="filled">
            {t('enrollments.toEnrollment')}
          </ButtonLink>
        </div>
      </div>
    </>
  );
}
