/** While the tokens are being listed, and where that failed (S-407). */
import { useText } from '../../i18n/text.ts';
import { Banner } from '../../ui/Banner.tsx';
import { IconLoader2 } from '@tabler/icons-react';
import { causeText } from './cause-words.ts';
import css from './enrollment.module.css';
import type { useTokens } from './use-tokens.ts';

export function Looking({ found: { error } }: { found: Pick<ReturnType<typeof useTokens>, 'error'> }) {
  const t = useText();
  return (
    <div className={css.looking}>
      {error && <Banner tone="bad">{causeText(error)}</Banner>}
      <p role="status" className={css.live}>
        <IconLoader2 size={16} stroke={1.75} className="spin" aria-hidden />
        {t('enrollment.loadingTokens')}
      </p>
    </div>
  );
}
