/** Which hardware token: waited for until there is one, then chosen (S-099, S-100, S-166). */
import { Button } from '@mantine/core';
import type { Token } from '@signet/contract/assistant/key-stores';
import { IconPlayerPlay, IconUsb } from '@tabler/icons-react';
import { Suspense, useId, useState } from 'react';
import { useText } from '../../i18n/text.ts';
import { useHasCommand } from '../../shell/assistant/assistant.ts';
import { isInitializable } from '../../shell/assistant/initializable.ts';
import { PublicActions, PublicPage } from '../../shell/public/PublicPage.tsx';
import { onDemand } from '../../shell/routing/on-demand.ts';
import { Banner } from '../../ui/Banner.tsx';
import { StatusBadge } from '../../ui/State.tsx';
import { causeText } from './cause-words.ts';
import { CertificateFacts } from './CertificateFacts.tsx';
import css from './enrollment.module.css';
import type { Opened } from './opened.ts';
import type { FormValues } from './form-values.ts';
import { keptOf } from './kept.ts';
import { LookAgain } from './LookAgain.tsx';
import { Looking } from './Looking.tsx';
import { useSteps } from './steps.ts';
import { hasMade, nameOfToken, whyNotToken, type WhyNotToken } from './token-rules.ts';
import { useTokens } from './use-tokens.ts';
import { WaitingForToken } from './WaitingForToken.tsx';

/** Loaded for whoever needs it: its dialog is made of what signed-in pages have, and few tokens come without a PIN. */
const InitToken = onDemand(() => import('../../shell/assistant/InitToken.tsx'), 'InitToken');

type Props = Opened & { values: FormValues; onChosen: (token: Token) => void };

export function TokenStep({ enrollment, values, onChosen }: Props) {
  const t = useText();
  const steps = useSteps(enrollment)('token');
  const found = useTokens('hardware_token');
  const { tokens, error, busy, look, lookAnew } = found;
  // Whoever loaded the page again goes on with the token that has made their key.
  const [asked, setAsked] = useState<{ keystore: string; token: string } | null>(() => keptOf(enrollment.id).request);
  const { account_name: account } = enrollment;
  const isNone = !tokens || tokens.length === 0;
  const title = t(isNone ? 'enrollment.insertTitle' : 'enrollment.chooseTitle');
  // It stands over both: who doesn't see the page hears that it went on by itself.
  const said = (
    <p role="status" className="vh">
      {title}
    </p>
  );
  if (isNone)
    return (
      <>
        {said}
        <PublicPage {...steps} title={title} intro={t('enrollment.insertIntro', { account })}>
          {tokens ? <WaitingForToken found={found} /> : <Looking found={found} />}
        </PublicPage>
      </>
    );
  const rows = tokens.map((token) => ({ token, whyNot: whyNotToken(token, enrollment.profile) }));
  const usable = rows.filter(({ whyNot }) => whyNot === null).map(({ token }) => token);
  const chosen = usable.find((token) => hasMade(token, asked)) ?? (usable.length === 1 ? usable[0] : undefined);
  return (
    <>
      {said}
      <PublicPage {...steps} title={title} intro={t('enrollment.chooseIntro', { count: tokens.length })}>
        {error && <Banner tone="bad">{causeText(error)}</Banner>}
        <fieldset className={css.tokens}>
          <legend className="vh">{t('enrollment.tokens')}</legend>
          {rows.map(({ token, whyNot }) => (
            <TokenCard
              key={`${token.keystore} ${token.serial}`}
              token={token}
              whyNot={whyNot}
              isChosen={token === chosen}
              onChoose={() => setAsked({ keystore: token.keystore, token: token.serial })}
              onReady={look}
            />
          ))}
          <div className={css.again}>
            <span>{t('enrollment.lookHelp')}</span>
            <LookAgain busy={busy} onLook={lookAnew} />
          </div>
        </fieldset>
        <CertificateFacts enrollment={enrollment} values={values} />
        <PublicActions>
          <Button
            size="md"
            variant="filled"
            aria-disabled={chosen === undefined}
            data-disabled={chosen === undefined || undefined}
            onClick={() => chosen && onChosen(chosen)}
          >
            {t('enrollment.continue')}
          </Button>
          {!chosen && (
            <span className="sm t2">{t(usable.length > 0 ? 'enrollment.chooseOne' : 'enrollment.noneUsable')}</span>
          )}
        </PublicActions>
      </PublicPage>
    </>
  );
}

type CardProps = {
  token: Token;
  whyNot: WhyNotToken | null;
  isChosen: boolean;
  onChoose: () => void;
  onReady: () => void;
};

function TokenCard({ token, whyNot, isChosen, onChoose, onReady }: CardProps) {
  const t = useText();
  const help = useId();
  return (
    <>
      <label className={css.token} data-chosen={isChosen || undefined} data-off={whyNot !== null || undefined}>
        <input
          type="radio"
          name="token"
          checked={isChosen}
          disabled={whyNot !== null}
          aria-describedby={help}
          onChange={onChoose}
        />
        <span className={css.picture}>
          <IconUsb size={22} stroke={1.75} aria-hidden />
        </span>
        <span>
          <b translate="no">{nameOfToken(token)}</b>
          <span id={help} className={css.about}>
            {whyNot ? (
              t(`enrollment.tokenWhyNot.${whyNot}`)
            ) : (
              <>
                {t('enrollment.serial')}{' '}
                <span className="mono" translate="no">
                  {token.serial}
                </span>
              </>
            )}
          </span>
        </span>
        <StatusBadge tone={whyNot ? 'off' : 'ok'}>
          {t(whyNot ? 'enrollment.notUsable' : 'enrollment.usable')}
        </StatusBadge>
      </label>
      {whyNot === 'uninitialized' && <Initialize token={token} describedBy={help} onReady={onReady} />}
    </>
  );
}

/** Makes it ready here: whoever has come by an invitation alone reaches no other page that does. */
function Initialize({ token, describedBy, onReady }: { token: Token; describedBy: string; onReady: () => void }) {
  const t = useText();
  const has = useHasCommand();
  const [opened, setOpened] = useState(false);
  if (!isInitializable(token) || !has('initToken')) return null;
  const close = (): void => setOpened(false);
  return (
    <div>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconPlayerPlay size={16} stroke={1.75} aria-hidden />}
        aria-describedby={describedBy}
        onClick={() => setOpened(true)}
      >
        {t('keys.act.initToken')}
      </Button>
      {opened && (
        <Suspense>
          <InitToken
            token={token}
            opened
            onClose={close}
            onDone={() => {
              close();
              onReady();
            }}
          />
        </Suspense>
      )}
    </div>
  );
}
