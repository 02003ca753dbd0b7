/** Distinguished names (RFC 5280, 4.1.2.4 and appendix A.1): written for our own certificates, read from anybody's. */
import {
  AttributeTypeAndValue,
  AttributeValue,
  Name,
  RelativeDistinguishedName,
  type RDNSequence,
} from '@peculiar/asn1-x509';
import { HIDDEN_CHARACTER, isPlainText } from '@signet/contract/hidden-characters';

/**
 * The components that the specification names (S-125, S-102), each once, the most general first as they are written.
 */
const COMPONENTS = {
  country: { type: '2.5.4.6', short: 'C', most: 2 },
  state: { type: '2.5.4.8', short: 'ST', most: 128 },
  locality: { type: '2.5.4.7', short: 'L', most: 128 },
  postal_code: { type: '2.5.4.17', short: 'postalCode', most: 40 },
  street_address: { type: '2.5.4.9', short: 'STREET', most: 128 },
  organization: { type: '2.5.4.10', short: 'O', most: 64 },
  organizational_unit: { type: '2.5.4.11', short: 'OU', most: 64 },
  common_name: { type: '2.5.4.3', short: 'CN', most: 64 },
  email: { type: '1.2.840.113549.1.9.1', short: 'emailAddress', most: 255 },
} as const;

export type NameComponent = keyof typeof COMPONENTS;
export type NameComponents = Partial<Record<NameComponent, string>>;
const NAME_COMPONENTS = [
  'country',
  'state',
  'locality',
  'postal_code',
  'street_address',
  'organization',
  'organizational_unit',
  'common_name',
  'email',
] as const satisfies readonly NameComponent[];

/** Upper bounds in characters (RFC 5280, A.1: ub-common-name and its like). */
export const nameBound = (component: NameComponent): number => COMPONENTS[component].most;

/** A value as it can stand in a name: without what can't be seen, and within its bound. Empty where nothing is left. */
export const fitting = (component: NameComponent, value: string): string =>
  Array.from(value.replaceAll(new RegExp(HIDDEN_CHARACTER, 'gu'), '').trim())
    .slice(0, nameBound(component))
    .join('')
    .trim();

/** Why a value can't be a component of a name that we sign. */
export type NameFault = 'empty' | 'too_long' | 'hidden_characters' | 'not_a_country' | 'not_ascii';

export function whyNotComponent(component: NameComponent, value: string): NameFault | null {
  if (value.trim() === '') return 'empty';
  if (!isPlainText(value)) return 'hidden_characters';
  if (Array.from(value).length > nameBound(component)) return 'too_long';
  if (component === 'country' && !/^[A-Z]{2}$/.test(value)) return 'not_a_country';
  // IA5String (RFC 5280, A.1).
  if (component === 'email' && !/^[\u0020-\u007e]+$/.test(value)) return 'not_ascii';
  return null;
}

/** The first of the components of a name that can't be one, and why; null where all can. */
export function whyNotComponents(components: NameComponents): { component: NameComponent; fault: NameFault } | null {
  for (const component of NAME_COMPONENTS) {
    const value = components[component];
    const fault = value === undefined ? null : whyNotComponent(component, value);
    if (fault) return { component, fault };
  }
  return null;
}

/**
 * A name of these components, one in each relative name. UTF8String, but PrintableString for the country and IA5String
 * for the address (RFC 5280, 4.1.2.4). The value is kept letter by letter: nothing in it is syntax.
 */
export function makeName(components: NameComponents): Name {
  return new Name(
    NAME_COMPONENTS.flatMap((component) => {
      const value = components[component];
      if (value === undefined) return [];
      const written =
        component === 'country'
          ? { printableString: value }
          : component === 'email'
            ? { ia5String: value }
            : { utf8String: value };
      const pair = new AttributeTypeAndValue({ type: COMPONENTS[component].type, value: new AttributeValue(written) });
      return [new RelativeDistinguishedName([pair])];
    }),
  );
}

export type ReadName = {
  /** As RFC 4514 writes it, the most special first. */
  text: string;
  /** Each component that we know; of several of one kind the first. */
  components: NameComponents;
  /** Whether some value is in a form, or has characters, that we would not sign. */
  suspect: boolean;
};

/** Reads a name of anybody's, whatever strings it is made of. */
export function readName(name: RDNSequence): ReadName {
  const components: NameComponents = {};
  let suspect = false;
  const parts = [...name].map((relative) =>
    [...relative]
      .map(({ type, value }) => {
        const component = NAME_COMPONENTS.find((one) => COMPONENTS[one].type === type);
        const text = value.toString();
        suspect ||= isOldString(value) || !isPlainText(text);
        if (!component) return `${type}=${escape(text)}`;
        components[component] ??= text;
        return `${COMPONENTS[component].short}=${escape(text)}`;
      })
      .join('+'),
  );
  return { text: parts.toReversed().join(','), components, suspect };
}

/** TeletexString, UniversalString and BMPString: readers disagree on what they say (RFC 5280, 4.1.2.4). */
const isOldString = ({ teletexString, universalString, bmpString, anyValue }: AttributeValue): boolean =>
  [teletexString, universalString, bmpString, anyValue].some((one) => one !== undefined);

/** RFC 4514, 2.4; what can't be seen is written by its octets. */
function escape(value: string): string {
  return value
    .replaceAll(/["+,;<>\\]/g, String.raw`\$&`)
    .replace(/^[ #]/, String.raw`\$&`)
    .replace(/ $/, String.raw`\ `)
    .replaceAll(new RegExp(HIDDEN_CHARACTER, 'gu'), (hidden) =>
      [...Buffer.from(hidden)].map((octet) => `\\${octet.toString(16).padStart(2, '0')}`).join(''),
    );
}
