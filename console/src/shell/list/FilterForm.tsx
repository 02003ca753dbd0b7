/** The form of a filter that is chosen first and applied then; nothing chosen applies nothing, and says so. */
import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useText } from '../../i18n/text.ts';
import { AtOnce } from '../../ui/AtOnce.tsx';
import { ReasonText } from '../form/ReasonText.tsx';
import css from './filter-form.module.css';

export function FilterForm({
  chosen,
  onApply,
  children,
}: {
  chosen: string;
  onApply: (value: string) => void;
  children: ReactNode;
}) {
  const t = useText();
  const [tried, setTried] = useState(false);
  return (
    <form
      className={css.editor}
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (chosen !== '') onApply(chosen);
      }}
    >
      {children}
      {tried && chosen === '' && (
        <AtOnce>
          <ReasonText reason={{ status: 'REQUIRED_CHOICE' }} />
        </AtOnce>
      )}
      <Button type="submit" variant="filled">
        {t('list.apply')}
      </Button>
    </form>
  );
}
