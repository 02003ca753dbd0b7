/** Every token with its keys; before the first one, how the software key store is made ready. */
import { Button } from '@mantine/core';
import { IconRefresh, IconUsb } from '@tabler/icons-react';
import { languageTag } from '@signet/contract/locales';
import { useLocale, useText } from '../../i18n/text.ts';
import { assistantProblemText } from '../../shell/assistant/problem-text.ts';
import { InitializeKeyStore } from '../../shell/assistant/SoftwareKeyStore.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Busy } from '../../ui/Busy.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { isSettled, useInventory } from './inventory.ts';
import css from './keys.module.css';
import { PageActions } from './PageActions.tsx';
import { TokenCard } from './TokenCard.tsx';

export function KeyStores() {
  const t = useText();
  const { data, error, refetch, lookAnew, isLooking, isFetching, dataUpdatedAt } = useInventory();
  const again = (): void => void refetch();
  if (!data)
    return error ? (
      <Banner tone="bad">{assistantProblemText(error)}</Banner>
    ) : (
      <>
        <p className="t2" role="status">
          {t('assistant.loadingTokens')}
        </p>
        <Busy lines={3} />
      </>
    );
  const { stores, tokens, keys } = data;
  const software = stores.find(({ type }) => type === 'software');
  const isToBeMade = software?.enabled === true && software.available && !software.initialized;
  return (
    <div className={css.tokens}>
      <PageActions onChange={again} />
      {error !== null && <Banner tone="bad">{assistantProblemText(error)}</Banner>}
      {tokens.map((token) => (
        <TokenCard
          key={`${token.keystore} ${token.serial}`}
          token={token}
          keys={keys.filter((key) => key.keystore === token.keystore && key.token === token.serial)}
          onChange={again}
        />
      ))}
      {isToBeMade && <InitializeKeyStore onDone={again} />}
      {tokens.length === 0 && !isToBeMade && (
        <EmptyState icon={IconUsb} title={t('keys.none')}>
          {t(software && !software.enabled ? 'keys.noneDisabled' : 'keys.noneBody')}
        </EmptyState>
      )}
      <div className={css.look}>
        <LookedAt at={isSettled(data) ? new Date(dataUpdatedAt) : null} />
        <Button
          size="xs"
          loading={isLooking || (isFetching && isSettled(data))}
          leftSection={<IconRefresh size={16} stroke={1.75} aria-hidden />}
          onClick={lookAnew}
        >
          {t('keys.look')}
        </Button>
      </div>
    </div>
  );
}

/** How old what is shown is, since a token may have been pulled out meanwhile; null while the page looks by itself. */
function LookedAt({ at }: { at: Date | null }) {
  const t = useText();
  const clock = new Intl.DateTimeFormat(languageTag(useLocale()), { timeStyle: 'medium' });
  return <span role="status">{at ? t('keys.lookedAt', { time: clock.format(at) }) : t('keys.looksOn')}</span>;
}
