/** What a SAML provider calls what it says of people: empty where it is a usual name. */
import { TextInput, type TextInputProps } from '@mantine/core';
import { KNOWN_SAML_ATTRIBUTES, SAML_ATTRIBUTES, type SamlAttribute } from '@signet/contract/areas/saml-attributes';

type Props = { field: (name: SamlAttribute) => TextInputProps; size?: 'sm' | 'md' };

export function SamlAttributeFields({ field, size = 'sm' }: Props) {
  return SAML_ATTRIBUTES.map((name) => (
    <TextInput
      key={name}
      {...field(name)}
      size={size}
      placeholder={KNOWN_SAML_ATTRIBUTES[name].slice(0, 3).join(', ')}
      autoComplete="off"
      spellCheck={false}
    />
  ));
}
