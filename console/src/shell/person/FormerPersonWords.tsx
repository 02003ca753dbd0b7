import { sentenceGap, useText } from '../../i18n/text.ts';
import { nameOf, useProfile } from '../../session/profile.ts';
import { Banner } from '../../ui/Banner.tsx';
import css from '../frame/frame.module.css';

/** `former`: who was here before; `hasDrafts`: whether what they typed is kept for them. */
type Props = { former: string; hasDrafts: boolean; onDismiss: () => void };

export default function FormerPersonWords({ former, hasDrafts, onDismiss }: Props) {
  const t = useText();
  const name = nameOf(useProfile());
  return (
    <div className={css.notice}>
      <Banner tone="info" onDismiss={onDismiss}>
        <b>{t('shell.otherPersonTitle', { name })}</b> {t('shell.otherPerson', { name, former })}
        {sentenceGap()}
        {hasDrafts && t('shell.otherPersonDraft', { former })}
      </Banner>
    </div>
  );
}
