/** What is listed behind the bell beside what was said in this session: what ends, and the person's bulk acts. */
import type { ComponentProps } from 'react';
import { EndingCertificates } from './EndingCertificates.tsx';
import { EndingTokens } from './EndingTokens.tsx';
import { OwnRuns } from './OwnRuns.tsx';
import { SamlNoticeList } from './SamlNotices.tsx';

type Props = {
  certificates: ComponentProps<typeof EndingCertificates>['certificates'];
  saml: ComponentProps<typeof SamlNoticeList>['notices'];
  tokens: ComponentProps<typeof EndingTokens>['tokens'];
  runs: ComponentProps<typeof OwnRuns>['runs'];
  onFollow: () => void;
};

export default function BellLists({ certificates, saml, tokens, runs, onFollow }: Props) {
  return (
    <>
      {certificates.length > 0 && <EndingCertificates certificates={certificates} onFollow={onFollow} />}
      {saml.length > 0 && <SamlNoticeList notices={saml} onFollow={onFollow} />}
      {tokens.length > 0 && <EndingTokens tokens={tokens} onFollow={onFollow} />}
      {runs.length > 0 && <OwnRuns runs={runs} onFollow={onFollow} />}
    </>
  );
}
