/** Edits an API token: name, end, addresses and rights (S-054). Its text stays as it is, and is not shown. */
import type { ApiTokenWithOwner } from '@signet/contract/areas/api-tokens';
import { useParams } from '@tanstack/react-router';
import { change } from '../../api/change.ts';
import { queryOf } from '../../api/query.ts';
import { useProfile } from '../../session/profile.ts';
import { EditPage } from '../../shell/record/EditPage.tsx';
import { RefusedTokens } from './RefusedTokens.tsx';
import { tokensPlace } from './places.ts';
import { bodyOf, valuesOf } from './token-form.ts';
import { TokenForm } from './TokenForm.tsx';

export default function TokenEditPage() {
  const { tokenId: id = '' }: { tokenId?: string } = useParams({ strict: false });
  const viewerId = useProfile().id;
  const params = { id };
  const refusal = ({ owner }: ApiTokenWithOwner) =>
    owner.why_not_manage && (
      <RefusedTokens title="tokens.edit" reason={owner.why_not_manage} back={tokensPlace(owner, viewerId)} />
    );
  return (
    <EditPage
      read={queryOf('GET /account/ui-api/v1/api-access-token/{id}/', { params })}
      name={({ name }) => name}
      crumb="own"
      parent={({ owner }) => owner.name}
      refusal={refusal}
      valuesOf={valuesOf}
      save={(values, { version }) =>
        change('PUT /account/ui-api/v1/api-access-token/{id}/', { params, query: { version }, body: bodyOf(values) })
      }
      saved="tokens.saved"
      back={({ owner }) => tokensPlace(owner, viewerId)}
    >
      {(form, { owner, end_date }) => <TokenForm title="tokens.edit" owner={owner} form={form} before={end_date} />}
    </EditPage>
  );
}
