/** The text of a token that was made just now: shown this once. */
import { Button, CopyButton } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { ButtonLink } from '../../shell/routing/ButtonLink.tsx';
import { useText } from '../../i18n/text.ts';
import { Banner } from '../../ui/Banner.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import css from './api-tokens.module.css';

const Sign = ({ of: Icon }: { of: typeof IconCopy }) => <Icon size={16} stroke={1.75} aria-hidden />;

/** `to` leads back to the list of tokens. */
export function NewToken({ token, to }: { token: string; to: string }) {
  const t = useText();
  return (
    <>
      <PageTitle title={t('tokens.shownTitle')} />
      <div className={`card ${css.shown}`}>
        <Banner tone="warn">{t('tokens.shownBody')}</Banner>
        <p className={`mono ${css.value}`}>{token}</p>
        <div>
          <CopyButton value={token} timeout={2000}>
            {({ copied, copy }) => (
              <>
                <Button variant="filled" leftSection={<Sign of={copied ? IconCheck : IconCopy} />} onClick={copy}>
                  {copied ? t('common.copied') : t('tokens.copy')}
                </Button>
                <span role="status" className="vh">
                  {copied ? t('common.copied') : ''}
                </span>
              </>
            )}
          </CopyButton>
        </div>
        <p className="t2">{t('tokens.shownUse')}</p>
        <pre>{`curl -H 'x-api-key: ${token.slice(0, 7)}…' ${location.origin}/account/ui-api/v1/auth/me`}</pre>
        <div>
          <ButtonLink to={to}>{t('tokens.copied')}</ButtonLink>
        </div>
      </div>
    </>
  );
}
