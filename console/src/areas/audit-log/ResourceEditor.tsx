/** The form of the filter by kind of resource: the eighteen of every platform of this kind first, then ours (S-129). */
import { NativeSelect } from '@mantine/core';
import { AUDIT_RESOURCES } from '@signet/contract/audit';
import { useState } from 'react';
import { useText } from '../../i18n/text.ts';
import { resourceText } from '../../shell/events/event-title.ts';
import { FilterForm } from '../../shell/list/FilterForm.tsx';

export function ResourceEditor({ value, onApply }: { value: string; onApply: (value: string) => void }) {
  const t = useText();
  const [chosen, setChosen] = useState(value);
  return (
    <FilterForm chosen={chosen} onApply={onApply}>
      <NativeSelect
        size="xs"
        label={t('audit.resourceType')}
        value={chosen}
        onChange={(event) => setChosen(event.currentTarget.value)}
        data={[
          { value: '', label: t('form.choose') },
          ...AUDIT_RESOURCES.map((type) => ({ value: type, label: resourceText(t, type) })),
        ]}
      />
    </FilterForm>
  );
}
