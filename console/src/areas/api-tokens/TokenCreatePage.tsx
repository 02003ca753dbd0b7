/** Makes an API token of a person or service user, and shows its text once (S-053, S-325). */
import type { ApiTokenWithOwner } from '@signet/contract/areas/api-tokens';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { change } from '../../api/change.ts';
import { useApiAnew } from '../../api/query.ts';
import { useProfile } from '../../session/profile.ts';
import { useToday } from '../../session/today.ts';
import { LoadedPage } from '../../shell/form/LoadedPage.tsx';
import { useParentCrumbName } from '../../shell/navigation/crumbs.ts';
import { useGoOn } from '../../shell/routing/go.ts';
import { RefusedTokens } from './RefusedTokens.tsx';
import { bodyOf, newToken, proposedEnd } from './token-form.ts';
import { TokenForm } from './TokenForm.tsx';
import { tokensPlace } from './places.ts';
import { useShowToken } from './use-show-token.tsx';

export default function TokenCreatePage() {
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const query = useApiAnew('GET /account/ui-api/v1/api-access-token', { query: { user_id: id, limit: 1 } });
  const viewerId = useProfile().id;
  useParentCrumbName(query.data?.owner.name);
  return (
    <LoadedPage query={query}>
      {({ owner }) =>
        owner.why_not_manage ? (
          <RefusedTokens title="tokens.create" reason={owner.why_not_manage} back={tokensPlace(owner, viewerId)} />
        ) : (
          <Create owner={owner} />
        )
      }
    </LoadedPage>
  );
}

function Create({ owner }: { owner: ApiTokenWithOwner['owner'] }) {
  const back = tokensPlace(owner, useProfile().id);
  const [initial] = useState(newToken(proposedEnd(useToday(), owner.accounts_end_on)));
  const showToken = useShowToken();
  const leadOn = useGoOn();
  return (
    <TokenForm
      title="tokens.create"
      owner={owner}
      form={{
        initial,
        act: 'tokens.create',
        edits: false,
        back,
        async submit(values) {
          const goOn = leadOn();
          const body = { ...bodyOf(values), user_id: owner.id };
          const made = await change('POST /account/ui-api/v1/api-access-token', { body });
          showToken(made);
          goOn(back);
        },
      }}
    />
  );
}
