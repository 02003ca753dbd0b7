/** What an assertion says of a person, by the names that its provider has for it. */
import {
  KNOWN_SAML_ATTRIBUTES,
  type SamlAttribute,
  type SamlAttributeNames,
} from '@signet/contract/areas/saml-attributes';
import type { Said } from './judge.ts';

/**
 * The first value of an attribute: of the one that the configuration names, else of the first that is known. Null for
 * none, and for one that is empty.
 */
function valueOf({ attributes }: Pick<Said, 'attributes'>, which: SamlAttribute, names: SamlAttributeNames) {
  const own = names[which];
  const isMeant = (name: string): boolean =>
    own === null
      ? KNOWN_SAML_ATTRIBUTES[which].some((known) => known.toLowerCase() === name.toLowerCase())
      : name === own;
  return attributes.find(({ name, values }) => isMeant(name) && values[0])?.values[0] ?? null;
}

/** Mail address and names of a person. A name that is a mail address counts as one where no attribute is named. */
export function saidOf(
  said: Pick<Said, 'name' | 'attributes'>,
  names: SamlAttributeNames,
): { email: string | null; firstName: string | null; lastName: string | null } {
  const byName = names.email === null && said.name.includes('@') ? said.name : null;
  return {
    email: valueOf(said, 'email', names) ?? byName,
    firstName: valueOf(said, 'first_name', names),
    lastName: valueOf(said, 'last_name', names),
  };
}
