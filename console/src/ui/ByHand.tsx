/** A value that the browser did not let be copied, as on a page that came by plain http: to be copied by hand. */
import { IconX } from '@tabler/icons-react';
import { useId } from 'react';
import { useText } from '../i18n/text.ts';
import css from './by-hand.module.css';
import { IconButton } from './IconButton.tsx';

/** With the focus on all of it, as a copy takes it; afterwards the focus goes back. */
function offer(field: HTMLTextAreaElement | null) {
  const before = document.activeElement;
  field?.focus();
  field?.select();
  return () => {
    if (before instanceof HTMLElement) before.focus();
  };
}

export function ByHand({ value, onClose }: { value: string; onClose: () => void }) {
  const t = useText();
  const id = useId();
  return (
    <span className={css.byHand}>
      <label htmlFor={id}>{t('common.copyByHand')}</label>
      <IconButton size={24} iconSize={16} label={t('common.close')} icon={IconX} onClick={onClose} />
      <textarea
        id={id}
        ref={offer}
        className="mono"
        rows={4}
        value={value}
        readOnly
        // Escape puts this away, not the dialog around it.
        data-mantine-stop-propagation
        onKeyDown={({ key }) => key === 'Escape' && onClose()}
      />
    </span>
  );
}
