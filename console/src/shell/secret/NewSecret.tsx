/** A secret that was made just now, shown this once: an API token, the secret of an OAuth client. */
import { Button, CopyButton } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useText } from '../../i18n/text.ts';
import { Banner } from '../../ui/Banner.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { ButtonLink } from '../routing/ButtonLink.tsx';
import css from './new-secret.module.css';

const Sign = ({ of: Icon }: { of: typeof IconCopy }) => <Icon size={16} stroke={1.75} aria-hidden />;

type Props = {
  title: string;
  /** That it is shown this once. */
  warning: string;
  secret: string;
  /** The verb: "Copy token". */
  copy: string;
  /** What is said before one leaves: "I have copied it"; `to` leads back. */
  done: string;
  to: string;
  /** How it is used. */
  children?: ReactNode;
};

export function NewSecret({ title, warning, secret, copy: copyText, done, to, children }: Props) {
  const t = useText();
  return (
    <>
      <PageTitle title={title} />
      <div className={`card ${css.shown}`}>
        <Banner tone="warn">{warning}</Banner>
        <p className={`mono ${css.value}`}>{secret}</p>
        <div>
          <CopyButton value={secret} timeout={2000}>
            {({ copied, copy }) => (
              <>
                <Button variant="filled" leftSection={<Sign of={copied ? IconCheck : IconCopy} />} onClick={copy}>
                  {copied ? t('common.copied') : copyText}
                </Button>
                <span role="status" className="vh">
                  {copied ? t('common.copied') : ''}
                </span>
              </>
            )}
          </CopyButton>
        </div>
        {children}
        <div>
          <ButtonLink to={to}>{done}</ButtonLink>
        </div>
      </div>
    </>
  );
}
