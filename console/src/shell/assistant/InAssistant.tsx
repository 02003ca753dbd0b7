/** Says that the assistant is asking the person, while a command waits for them. */
import { IconLoader2 } from '@tabler/icons-react';
import { useText } from '../../i18n/text.ts';
import css from './assistant.module.css';

export function InAssistant({ isAsking }: { isAsking: boolean }) {
  const t = useText();
  return (
    <p role="status" className={css.asking}>
      {isAsking && (
        <>
          <IconLoader2 size={16} stroke={1.75} className="spin" aria-hidden />
          {t('assistant.inAssistant')}
        </>
      )}
    </p>
  );
}
