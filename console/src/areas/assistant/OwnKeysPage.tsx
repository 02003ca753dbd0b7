/** The keys and certificates that the trust assistant keeps for a person on the computer at which they are. */
import { useText } from '../../i18n/text.ts';
import { AssistantGate } from '../../shell/assistant/AssistantGate.tsx';
import { HelperGate } from '../../shell/assistant/HelperGate.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import css from './keys.module.css';
import { KeyStores } from './KeyStores.tsx';

export default function OwnKeysPage() {
  const t = useText();
  return (
    <>
      <PageTitle title={t('keys.title')} lead={t('keys.lead')} />
      <div className={css.page}>
        <HelperGate>
          <AssistantGate location="any">
            <KeyStores />
          </AssistantGate>
        </HelperGate>
      </div>
    </>
  );
}
