/** Which names are the same (RFC 5280, 7.1). */
import { AsnConvert } from '@peculiar/asn1-schema';
import { AttributeTypeAndValue, AttributeValue, Name, RelativeDistinguishedName } from '@peculiar/asn1-x509';
import { describe, expect, test } from 'vitest';
import { comparableName, isSameName, isWithinName } from './comparable-name.ts';

type Text = ConstructorParameters<typeof AttributeValue>[0];
const utf8 = (utf8String: string): Text => ({ utf8String });
const O = '2.5.4.10';
const CN = '2.5.4.3';

/** A name of relative names, each of pairs of a type and a value. */
const name = (...relative: readonly (readonly [string, Text])[][]) =>
  comparableName(
    new Uint8Array(
      AsnConvert.serialize(
        new Name(
          relative.map(
            (pairs) =>
              new RelativeDistinguishedName(
                pairs.map(([type, value]) => new AttributeTypeAndValue({ type, value: new AttributeValue(value) })),
              ),
          ),
        ),
      ),
    ),
  );
const plain = (text: Text) => name([[O, text]]);

describe('a name', () => {
  test.each<[string, Text, Text]>([
    ['case', utf8('Nordmark'), utf8('NORDMARK')],
    ['case beyond ASCII', utf8('Straße Ωμέγας'), utf8('STRASSE ΩΜΈΓΑΣ')],
    ['the kind of string', utf8('Nordmark'), { printableString: 'Nordmark' }],
    ['an old kind of string', utf8('Nordmark'), { bmpString: 'Nordmark' }],
    ['spaces', utf8('  Nordmark \t Bank '), utf8('Nordmark Bank')],
    ['a control between spaces', utf8('Nordmark \u0000 Bank'), utf8('Nordmark Bank')],
    ['what can’t be seen', utf8('Nord\u00ad\u200bmark'), utf8('Nordmark')],
    ['forms of a letter', utf8('\uff2eordmark Bu\u0308ro'), utf8('Nordmark B\u00fcro')],
  ])('is the same whatever %s', (_name, a, b) => {
    expect(isSameName(plain(a), plain(b))).toBe(true);
  });

  test('is the same in whatever order the pairs of a relative name stand', () => {
    const pairs: [string, Text][] = [
      [O, utf8('Nordmark')],
      [CN, utf8('Cleo')],
    ];
    expect(isSameName(name(pairs), name(pairs.toReversed()))).toBe(true);
  });

  test('is another one with another value, another type, one part more, another order, or pairs in two parts', () => {
    const o: [string, Text] = [O, utf8('Nordmark')];
    const cn: [string, Text] = [CN, utf8('Cleo')];
    const names = [name(), name([o]), name([[CN, utf8('Nordmark')]]), name([o], [cn]), name([cn], [o]), name([o, cn])];
    const others = [plain(utf8('Nordmark2')), plain(utf8('Nord mark')), plain(utf8('Nordmark,Cleo'))];
    const all = [...names, ...others];
    expect(all.map((one) => all.filter((other) => isSameName(one, other)).length)).toEqual(all.map(() => 1));
    expect(isWithinName(name([o], [cn]), name([o]))).toBe(true);
    expect(isWithinName(name([o]), name([o], [cn]))).toBe(false);
  });

  test('whose text is not for certain is compared octet by octet', () => {
    const old = plain({ teletexString: 'Nordmark' });
    expect([old.certain, plain(utf8('Nordmark')).certain]).toEqual([false, true]);
    expect([isSameName(old, old), isSameName(old, plain(utf8('Nordmark')))]).toEqual([true, false]);
  });
});
