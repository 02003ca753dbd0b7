/** How one of the usual providers is told of this platform, with the values to copy. */
import { NativeSelect } from '@mantine/core';
import type { SamlServiceProvider } from '@signet/contract/areas/account-saml';
import { useState } from 'react';
import { useText } from '../../i18n/text.ts';
import { CopyValue } from '../../ui/CopyValue.tsx';
import { SAML_GUIDES } from './saml-guides.ts';

export function SamlGuide({ values }: { values: SamlServiceProvider }) {
  const t = useText();
  const [chosen, setChosen] = useState('');
  const guide = SAML_GUIDES.find(({ name }) => name === chosen);
  return (
    <>
      <NativeSelect
        label={t('saml.guideProvider')}
        value={chosen}
        data={[
          { value: '', label: t('saml.guideNone') },
          ...SAML_GUIDES.map(({ name }) => ({ value: name, label: name })),
        ]}
        onChange={({ currentTarget: { value } }) => setChosen(value)}
      />
      {guide && (
        <div role="status">
          <b className="sm">{t('saml.guideOpen')}</b>
          <p className="sm">{guide.open}</p>
          <b className="sm">{t('saml.guideSet')}</b>
          {guide.set.map(({ field, value }) => (
            <div key={field}>
              <p className="sm t2">{field}</p>
              <CopyValue value={typeof value === 'string' ? values[value] : value.text} name={field} />
            </div>
          ))}
          {guide.attributes.length > 0 && (
            <>
              <b className="sm">{t('saml.guideAttributes')}</b>
              {guide.attributes.map((one) => (
                <p key={one} className="sm mono">
                  {one}
                </p>
              ))}
            </>
          )}
          <b className="sm">{t('saml.guideMetadata')}</b>
          <p className="sm">{guide.metadata}</p>
        </div>
      )}
    </>
  );
}
