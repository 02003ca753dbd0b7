/** Says that this tab has become another person's, because they signed in in another tab of this browser. */
import { useState } from 'react';
import { hasDrafts } from '../../session/drafts.ts';
import { forgetFormerPerson, formerPersonOf } from '../../session/former-person.ts';
import { useProfile } from '../../session/profile.ts';
import { later } from '../routing/later.tsx';

const FormerPersonWords = later(() => import('./FormerPersonWords.tsx'), null);

export function FormerPersonNotice() {
  const { id } = useProfile();
  const [former, setFormer] = useState(() => formerPersonOf(id));
  const [kept] = useState(hasDrafts);
  if (former === null) return null;
  return (
    <FormerPersonWords
      former={former}
      hasDrafts={kept}
      onDismiss={() => {
        forgetFormerPerson();
        setFormer(null);
      }}
    />
  );
}
