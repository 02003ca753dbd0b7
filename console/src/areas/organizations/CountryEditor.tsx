/** The form of the country filter. */
import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useText } from '../../i18n/text.ts';
import { useCountries } from '../../shell/countries.ts';
import css from './organizations.module.css';

export function CountryEditor({ value, onApply }: { value: string; onApply: (value: string) => void }) {
  const t = useText();
  const countries = useCountries();
  const [chosen, setChosen] = useState(value);
  return (
    <form
      className={css.editor}
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen !== '') onApply(chosen);
      }}
    >
      <NativeSelect size="xs" label={t('organizations.country')} value={chosen} onChange={(event) => setChosen(event.currentTarget.value)} data={[{ value: '', label: t('form.choose') }, ...countries.map(({ code, name }) => ({ value: code, label: name }))]} />
      <Button type="submit" variant="filled">{t('list.apply')}</Button>
    </form>
  );
}
