/** Whether people may use the trust assistant, and on which systems. */
import { Switch } from '@mantine/core';
import { change } from '../../api/change.ts';
import { useApi } from '../../api/query.ts';
import { useText } from '../../i18n/text.ts';
import { useAct } from '../../shell/record/use-act.ts';
import { Unread } from '../../shell/routing/Unread.tsx';
import { Busy } from '../../ui/Busy.tsx';
import css from './settings.module.css';

export function TrustAssistantCard() {
  const t = useText();
  const { data, error, refetch } = useApi('GET /account/ui-api/v1/trust-assistant');
  const { busy, run } = useAct();
  if (error && !data) return <Unread error={error} retry={refetch} title="assistant.unread" />;
  if (!data) return <Busy lines={2} />;
  const { enabled, linux } = data;
  const save = (choice: { enabled?: boolean; linux?: boolean }) =>
    void run(
      // This alone: somebody may have decided about the other one since it was read.
      () => change('PUT /account/ui-api/v1/trust-assistant', { body: choice }),
      'settings.assistant.saved',
    );
  return (
    <div className={`card ${css.choice}`}>
      <p className="sm t2">{t('settings.assistant.lead')}</p>
      {/* Not disabled while it is saved: they would lose the focus. */}
      <Switch
        label={t('settings.assistant.enabled')}
        checked={enabled}
        aria-busy={busy}
        onChange={(event) => save({ enabled: event.currentTarget.checked })}
      />
      <Switch
        label={t('settings.assistant.linux')}
        description={t(enabled ? 'settings.assistant.linuxHelp' : 'settings.assistant.linuxOff')}
        checked={linux}
        disabled={!enabled}
        aria-busy={busy}
        onChange={(event) => save({ linux: event.currentTarget.checked })}
      />
    </div>
  );
}
