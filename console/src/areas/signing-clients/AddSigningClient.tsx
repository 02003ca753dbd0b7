/** Leads to the page that makes a signing client; where there is nothing to choose, it says so and leads nowhere. */
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useId } from 'react';
import { problemText } from '../../api/show-problem.ts';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import type { FieldReason } from '../../shell/form/ReasonText.tsx';
import { ButtonLink } from '../../shell/routing/ButtonLink.tsx';
import { useTip } from '../../ui/Tip.tsx';

const plus = <IconPlus size={16} stroke={1.75} aria-hidden />;

export function AddSigningClient({ accountId, whyNot }: { accountId: string; whyNot: FieldReason | null }) {
  const t = useText();
  if (whyNot) return <Nowhere reason={problemText({ message: '', ...whyNot })} />;
  return (
    <ButtonLink to={paths.signingClientCreate(accountId)} leftSection={plus}>
      {t('signingClients.create')}
    </ButtonLink>
  );
}

/** The keyboard stops on it, so that its reason is read out. */
function Nowhere({ reason }: { reason: string }) {
  const t = useText();
  const id = useId();
  const { handlers, tip } = useTip(reason);
  return (
    <>
      <Button {...handlers} leftSection={plus} aria-disabled data-disabled aria-describedby={id}>
        {t('signingClients.create')}
      </Button>
      <span id={id} className="vh">
        {reason}
      </span>
      {tip}
    </>
  );
}
