/** What NIST's suite does not ask of policies (RFC 5280, 6.1). */
import { describe, expect, test } from 'vitest';
import { keepsPolicies, readPolicies, type CertificatePolicies } from './certificate-policies.ts';

const ANY = '551d2000';

type Wanted = Partial<Omit<CertificatePolicies, 'policies'>> & { policies?: readonly string[] };
const one = ({ policies, ...more }: Wanted) => ({
  policies: policies ? new Set(policies) : null,
  mappings: new Map(),
  requireExplicit: null,
  inhibitMapping: null,
  inhibitAny: null,
  selfIssued: false,
  ...more,
});
const keeps = (...path: readonly Wanted[]): boolean => keepsPolicies(path.map(one));

describe('a policy', () => {
  const mappings = new Map([['01', new Set(['02'])]]);

  test('is nobody’s concern where no authority requires one', () => {
    expect(keeps({ policies: ['01'] }, { policies: ['02'] }, {})).toBe(true);
    expect(keeps({ requireExplicit: 3 }, {}, {})).toBe(true);
  });

  test('is mapped by an authority that stands for any', () => {
    const mapping = { policies: [ANY], mappings, requireExplicit: 0 };
    expect([
      keeps(mapping, { policies: ['02'] }),
      keeps({ ...mapping, inhibitMapping: 0 }, { policies: ['02'] }),
    ]).toEqual([true, true]);
    expect(keeps({ policies: ['01'], mappings, requireExplicit: 0 }, { policies: ['03'] })).toBe(false);
    expect(keeps({ policies: ['03'], mappings, requireExplicit: 0 }, { policies: ['02'] })).toBe(false);
    expect(keeps({ policies: ['03', ANY], mappings, requireExplicit: 0 }, { policies: ['02'] })).toBe(true);
    expect(keeps({ policies: ['01', ANY], mappings, requireExplicit: 0 }, { policies: ['01'] })).toBe(true);
  });

  test('may be required by the certificate itself', () => {
    expect([keeps({}, { requireExplicit: 0 }), keeps({}, { requireExplicit: 1 })]).toEqual([false, true]);
  });
});

describe('what a certificate says of policies', () => {
  const hex = (text: string) => Buffer.from(text, 'hex');
  /** A SEQUENCE of so many policies. */
  const policies = (count: number) => {
    const each = Array.from({ length: count }, (_, at) => `30060604${(0x2a010000 + at).toString(16)}`).join('');
    return hex(`3082${(each.length / 2).toString(16).padStart(4, '0')}${each}`);
  };

  test('is read', () => {
    const read = readPolicies({
      policies: hex('3009300706052a03040506'),
      mappings: hex('300c300a06032a030406032a0305'),
      constraints: hex('30068001008101ff'.replace('ff', '05')),
      inhibitAny: hex('020100'),
    });
    expect(read).toEqual({
      policies: new Set(['2a03040506']),
      mappings: new Map([['2a0304', new Set(['2a0305'])]]),
      requireExplicit: 0,
      inhibitMapping: 5,
      inhibitAny: 0,
    });
    expect(readPolicies({ inhibitAny: hex('020800ffffffffffffff') }).inhibitAny).toBe(Infinity);
  });

  test('is refused where it is no number, or of more policies than anybody has', () => {
    expect(() => readPolicies({ constraints: hex('30038001ff') })).toThrow('no number');
    expect(() => readPolicies({ inhibitAny: hex('0500') })).toThrow('no number');
    expect(readPolicies({ policies: policies(500) }).policies?.size).toBe(500);
    expect(() => readPolicies({ policies: policies(501) })).toThrow('more policies');
  });
});
