/** Says that this tab has become another person's, because they signed in in another tab of this browser. */
import { useState } from 'react';
import { sentenceGap, useText } from '../../i18n/text.ts';
import { hasDrafts } from '../../session/drafts.ts';
import { forgetFormerPerson, formerPersonOf } from '../../session/former-person.ts';
import { nameOf, useProfile } from '../../session/profile.ts';
import { Banner } from '../../ui/Banner.tsx';
import css from '../frame/frame.module.css';

export function FormerPersonNotice() {
  const t = useText();
  const profile = useProfile();
  const name = nameOf(profile);
  const [former, setFormer] = useState(() => formerPersonOf(profile.id));
  const [kept] = useState(hasDrafts);
  if (former === null) return null;
  return (
    <div className={css.notice}>
      <Banner
        tone="info"
        onDismiss={() => {
          forgetFormerPerson();
          setFormer(null);
        }}
      >
        <b>{t('shell.otherPersonTitle', { name })}</b> {t('shell.otherPerson', { name, former })}
        {sentenceGap()}
        {kept && t('shell.otherPersonDraft', { former })}
      </Banner>
    </div>
  );
}
