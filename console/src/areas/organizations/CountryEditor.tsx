/** The form of the country filter. */
import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useText } from '../../i18n/text.ts';
import { useCountries } from '../../session/countries.ts';
import { FilterForm } from '../../shell/list/FilterForm.tsx';

export function CountryEditor({ value, onApply }: { value: string; onApply: (value: string) => void }) {
  const t = useText();
  const countries = useCountries();
  const [chosen, setChosen] = useState(value);
  return (
    <FilterForm chosen={chosen} onApply={onApply}>
      <NativeSelect
        size="xs"
        label={t('organizations.country')}
        value={chosen}
        onChange={(event) => setChosen(event.currentTarget.value)}
        data={[
          { value: '', label: t('form.choose') },
          ...countries.map(({ code, name }) => ({ value: code, label: name })),
        ]}
      />
    </FilterForm>
  );
}
