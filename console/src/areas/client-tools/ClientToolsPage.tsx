/** The client tools: a card for each, those first that this platform offers. */
import { isOffered } from '@signet/contract/client-tools';
import { Rich } from '../../i18n/Rich.tsx';
import { useText } from '../../i18n/text.ts';
import { useDemandedVersion } from '../../shell/assistant/assistant.ts';
import { PageTitle } from '../../ui/PageTitle.tsx';
import css from './client-tools.module.css';
import { catalogue } from './offer.ts';
import { ToolCard } from './ToolCard.tsx';

export default function ClientToolsPage() {
  const t = useText();
  const minimum = useDemandedVersion();
  const tools = catalogue();
  const offered = tools.filter(isOffered);
  const others = tools.filter((tool) => !isOffered(tool));
  return (
    <div className={css.page}>
      <PageTitle
        title={t('nav.clientTools')}
        lead={<Rich text="clientTools.lead" tags={{ sum: <span className={css.sum} /> }} />}
      />
      {offered.length > 0 && (
        <div className={css.cards}>
          {offered.map((tool) => (
            <ToolCard key={tool.id} tool={tool} minimum={minimum} heading="h2" />
          ))}
        </div>
      )}
      {others.length > 0 && (
        <section aria-labelledby="not-offered">
          <h2 id="not-offered" className={css.heading}>
            {t('clientTools.notOffered')}
          </h2>
          <p className="sm t2">{t('clientTools.notOfferedLead')}</p>
          <div className={css.cards}>
            {others.map((tool) => (
              <ToolCard key={tool.id} tool={tool} minimum={minimum} heading="h3" />
            ))}
          </div>
        </section>
      )}
    </div>
  );
}
