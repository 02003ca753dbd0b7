/** Accounts of the demo platform: the ones people read about, then enough others to fill a long list. */
import { inDays, seedAccounts, type SeedAccount } from './accounts.ts';
import { castAccounts } from './cast.ts';
import type { FurnishStep } from './demo.ts';

const NAMED: [name: string, identifier: string, partner: string | undefined, endsIn: number][] = [
  ['Aalto Clearing House', 'aalto-clearing', undefined, 71],
  ['Banco Miralta', 'banco-miralta', 'umbra-trust', 113],
  ['Caisse Régionale de Vexane', 'caisse-vexane', 'umbra-trust', 40],
  ['Canton of Arven, Land Registry', 'arven-land-registry', undefined, 14],
  ['Chamber of Notaries, Tessaro', 'notaries-tessaro', 'calder-identity', 283],
  ['City of Ostermoor', 'city-ostermoor', 'umbra-trust', 160],
  ['Delmar Trust Company', 'delmar-trust', undefined, 332],
  ['Eastmere Payments', 'eastmere-payments', 'calder-identity', 221],
  ['Federal Office for Land Records', 'fed-land-records', undefined, 24],
  ['Grünwald & Söhne Privatbank', 'gruenwald-soehne', 'umbra-trust', 130],
  ['Helvion Insurance Group', 'helvion-insurance', undefined, 263],
  ['Kestria Ministry of Justice, Department of Registers', 'kestria-justice', undefined, 40],
  ['Lindqvist Custody', 'lindqvist-custody', 'calder-identity', 198],
  ['Municipality of Veldrecht', 'veldrecht', 'umbra-trust', 9],
  ['Port Authority of Calder Bay', 'calder-bay-port', 'calder-identity', 92],
  ['Quayside Credit Union', 'quayside-cu', undefined, 344],
  ['Sable Ridge Pension Fund', 'sable-ridge', 'umbra-trust', 58],
  ['Åbo Sparbank', 'abo-sparbank', 'calder-identity', 0],
  ['Zürich Treuhand', 'zuerich-treuhand', undefined, 30],
  ['日本電子署名株式会社', 'nihon-denshi-shomei', undefined, 410],
];

const PLACES = [
  'Alder',
  'Bexley',
  'Corvin',
  'Dunmore',
  'Elmsford',
  'Farrow',
  'Glenmoor',
  'Harrow',
  'Ivel',
  'Jorvik',
  'Kelso',
  'Larkhill',
  'Marrow',
  'Norden',
  'Osmund',
  'Penrith',
  'Quill',
  'Ravens',
  'Selby',
  'Thorn',
];
const KINDS = [
  'Savings Bank',
  'District Court',
  'Insurance',
  'Health Authority',
  'Logistics',
  'Tax Office',
  'University',
  'Energy',
  'Rail',
  'Water Board',
  'Telecom',
  'Notaries',
  'Chamber of Commerce',
];

function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z]+/g, '-');
}

/**
 * Every place with every kind: partners' customers, ended and not yet begun, switched off, one in fourteen linked
 * elsewhere.
 */
function crowd(now: Date): SeedAccount[] {
  return PLACES.flatMap((place, p) =>
    KINDS.map((kind, k): SeedAccount => {
      const n = p * KINDS.length + k;
      const name = `${place} ${kind}`;
      return {
        name,
        identifier: plain(name),
        ...(n % 3 === 0 ? { partner: 'umbra-trust' } : n % 7 === 0 ? { partner: 'calder-identity' } : {}),
        from: inDays(now, n % 29 === 0 ? 20 : -400 - n * 3),
        to:
          n % 17 === 0 && n % 29 !== 0 ? inDays(now, -5 - n) : n % 23 === 0 ? null : inDays(now, 65 + ((n * 37) % 900)),
        active: n % 19 !== 0,
        locale: n % 5 === 0 ? 'de_DE' : 'en_US',
        ...(n % 14 === 0
          ? {
              federated: {
                id: `F-${10_000 + n}`,
                name,
                url: `https://federation.example/accounts/${10_000 + n}`,
                status: 'linked',
              },
            }
          : {}),
      };
    }),
  );
}

function demoAccounts(now: Date): SeedAccount[] {
  const named = NAMED.map(([name, identifier, partner, endsIn]): SeedAccount => ({
    name,
    identifier,
    ...(partner ? { partner } : {}),
    from: inDays(now, -700),
    to: inDays(now, endsIn),
  }));
  const partners = ['Meridian Assurance', 'Northgate Partners', 'Sestri Identity', 'Tidewater Trust'].map(
    (name): SeedAccount => ({
      name,
      identifier: plain(name),
      type: 'partner',
      from: '2023-01-01',
      to: inDays(now, 500),
    }),
  );
  const nearlyOver: SeedAccount = {
    name: 'Vesper Leasing',
    identifier: 'vesper-leasing',
    from: '2022-01-01',
    to: inDays(now, 5),
    dta: true,
  };
  const ended: SeedAccount = {
    name: 'Halcyon Mutual',
    identifier: 'halcyon-mutual',
    from: '2020-01-01',
    to: inDays(now, -12),
  };
  return [...partners, ...named, nearlyOver, ended, ...crowd(now)];
}

/** Inserts the cast's accounts and those of the demo. */
export const furnishAccounts: FurnishStep = async ({ db, now }) => {
  const accounts = [...castAccounts(now), ...demoAccounts(now)];
  return { accounts, accountIds: await seedAccounts(db, accounts, now) };
};
