/**
 * Where the accounts of the demo have their offices, each with telephone numbers of the city. Nobody answers them: they
 * are of the ranges that a country keeps for films (Germany, the United Kingdom, North America, Australia, France,
 * Sweden), or begin behind the area code with a 0, which leads nowhere. Where neither is known, there is no number.
 */

export type Place = {
  city: string;
  state: string;
  zipCode: string;
  country: string;
  /** With # for the number of the house. */
  street: string;
  /** With one # for each digit of the line; empty where there is no number. */
  phone: string;
};

type Row = [city: string, state: string, zipCode: string, country: string, street: string, phone: string];

const CITIES = {
  basel: ['Basel', 'BS', '4051', 'CH', 'Freie Strasse #', '+41610000###'],
  belfast: ['Belfast', 'Northern Ireland', 'BT1 5GB', 'GB', '# Donegall Square', '+442896496###'],
  berlin: ['Berlin', '', '10117', 'DE', 'Wilhelmstraße #', '+493023125###'],
  bern: ['Bern', 'BE', '3011', 'CH', 'Kramgasse #', '+41310000###'],
  birmingham: ['Birmingham', '', 'B2 5DB', 'GB', '# Colmore Row', '+441214960###'],
  boston: ['Boston', 'Massachusetts', '02110', 'US', '# Atlantic Avenue', '+161755501##'],
  bristol: ['Bristol', '', 'BS1 4DJ', 'GB', '# Welsh Back', '+441174960###'],
  cardiff: ['Cardiff', '', 'CF10 2HQ', 'GB', '# St Mary Street', '+442920180###'],
  chicago: ['Chicago', 'Illinois', '60603', 'US', '# South LaSalle Street', '+131255501##'],
  cologne: ['Köln', 'Nordrhein-Westfalen', '50667', 'DE', 'Hohe Straße #', '+492214710###'],
  denver: ['Denver', 'Colorado', '80202', 'US', '# Wynkoop Street', '+130355501##'],
  edinburgh: ['Edinburgh', '', 'EH2 2AN', 'GB', '# George Street', '+441314960###'],
  frankfurt: ['Frankfurt am Main', 'Hessen', '60311', 'DE', 'Neue Mainzer Straße #', '+496990009###'],
  genoa: ['Genova', 'GE', '16121', 'IT', 'Via XX Settembre #', '+390100000##'],
  glasgow: ['Glasgow', '', 'G2 1DU', 'GB', '# West George Street', '+441414960###'],
  gothenburg: ['Göteborg', '', '411 05', 'SE', 'Östra Hamngatan #', '+463139006##'],
  halifax: ['Halifax', 'Nova Scotia', 'B3J 1S9', 'CA', '# Lower Water Street', '+190255501##'],
  hamburg: ['Hamburg', '', '20457', 'DE', 'Am Sandtorkai #', '+494066969###'],
  hartford: ['Hartford', 'Connecticut', '06103', 'US', '# Trumbull Street', '+186055501##'],
  helsinki: ['Helsinki', '', '00130', 'FI', 'Eteläesplanadi #', '+3589000###'],
  leeds: ['Leeds', 'West Yorkshire', 'LS1 2HL', 'GB', '# Park Row', '+441134960###'],
  leicester: ['Leicester', '', 'LE1 6TE', 'GB', '# New Walk', '+441164960###'],
  london: ['London', '', 'EC2V 7AN', 'GB', '# Gresham Street', '+442079460###'],
  lyon: ['Lyon', 'Auvergne-Rhône-Alpes', '69002', 'FR', '# rue de la République', '+3346571####'],
  manchester: ['Manchester', '', 'M2 4WU', 'GB', '# King Street', '+441614960###'],
  miami: ['Miami', 'Florida', '33131', 'US', '# Brickell Avenue', '+130555501##'],
  milan: ['Milano', 'MI', '20121', 'IT', 'Via Manzoni #', '+390200000##'],
  munich: ['München', 'Bayern', '80333', 'DE', 'Brienner Straße #', '+498999998###'],
  newcastle: ['Newcastle upon Tyne', '', 'NE1 6JQ', 'GB', '# Grey Street', '+441914980###'],
  norfolk: ['Norfolk', 'Virginia', '23510', 'US', '# Granby Street', '+175755501##'],
  nottingham: ['Nottingham', '', 'NG1 2DP', 'GB', '# Wheeler Gate', '+441154960###'],
  osaka: ['大阪市', '大阪府', '530-0001', 'JP', '梅田 1-2-#', '+8160000####'],
  ostermoor: ['Ostermoor', 'Schleswig-Holstein', '25541', 'DE', 'Marktplatz #', '+494852000###'],
  reading: ['Reading', 'Berkshire', 'RG1 2LG', 'GB', '# Friar Street', '+441184960###'],
  sanDiego: ['San Diego', 'California', '92101', 'US', '# Broadway', '+161955501##'],
  sheffield: ['Sheffield', '', 'S1 2HH', 'GB', '# Norfolk Row', '+441144960###'],
  stockholm: ['Stockholm', '', '111 45', 'SE', 'Birger Jarlsgatan #', '+468465004##'],
  sydney: ['Sydney', 'New South Wales', '2000', 'AU', '# Pitt Street', '+6125550####'],
  tartu: ['Tartu', '', '51007', 'EE', 'Rüütli #', ''],
  toronto: ['Toronto', 'Ontario', 'M5H 2N2', 'CA', '# Bay Street', '+141655501##'],
  turku: ['Turku', '', '20100', 'FI', 'Aurakatu #', '+3582000###'],
  veldrecht: ['Veldrecht', 'Zuid-Holland', '3311 GR', 'NL', 'Stadhuisplein #', ''],
  venice: ['Venezia', 'VE', '30124', 'IT', 'Campo San Luca #', '+390410000##'],
  whitePlains: ['White Plains', 'New York', '10601', 'US', '# Mamaroneck Avenue', '+191455501##'],
  zurich: ['Zürich', 'ZH', '8001', 'CH', 'Bahnhofstrasse #', '+41440000###'],
} satisfies Record<string, Row>;

type City = keyof typeof CITIES;

/** By friendly identifier, or what it begins with: all of Alder's are in one city. */
const SEATS: Readonly<Record<string, City>> = {
  'aalto-clearing': 'helsinki',
  'abo-sparbank': 'turku',
  alder: 'leeds',
  'arven-land-registry': 'bern',
  'banco-miralta': 'miami',
  bexley: 'london',
  'caisse-vexane': 'lyon',
  'calder-bay-port': 'halifax',
  'calder-identity': 'london',
  'city-ostermoor': 'ostermoor',
  corvin: 'bristol',
  'delmar-trust': 'sanDiego',
  dunmore: 'belfast',
  'eastmere-payments': 'manchester',
  elmsford: 'whitePlains',
  farrow: 'sheffield',
  'fed-land-records': 'berlin',
  glenmoor: 'edinburgh',
  'gruenwald-soehne': 'munich',
  'halcyon-mutual': 'edinburgh',
  harrow: 'london',
  'helvion-insurance': 'basel',
  ivel: 'reading',
  jorvik: 'newcastle',
  kelso: 'glasgow',
  'kestria-justice': 'tartu',
  larkhill: 'boston',
  'lindqvist-custody': 'stockholm',
  marrow: 'manchester',
  'meridian-assurance': 'hartford',
  'nihon-denshi-shomei': 'osaka',
  norden: 'gothenburg',
  'nordmark-lb': 'hamburg',
  'northgate-partners': 'nottingham',
  'notaries-tessaro': 'venice',
  'orsini-custody': 'milan',
  osmund: 'toronto',
  penrith: 'sydney',
  'quayside-cu': 'boston',
  quill: 'chicago',
  ravens: 'birmingham',
  'sable-ridge': 'denver',
  selby: 'leicester',
  'sestri-identity': 'genoa',
  'signet-platform': 'berlin',
  thorn: 'cardiff',
  'tidewater-trust': 'norfolk',
  'umbra-trust': 'frankfurt',
  veldrecht: 'veldrecht',
  'vesper-leasing': 'cologne',
  'zuerich-treuhand': 'zurich',
};

/** The city of an account. Throws on one of which nothing is said. */
export function placeOf(identifier: string): Place {
  const seat = SEATS[identifier] ?? SEATS[identifier.split('-', 1)[0] ?? ''];
  if (seat === undefined) throw new Error(`Nothing says where ${identifier} is.`);
  const [city, state, zipCode, country, street, phone]: Row = CITIES[seat];
  return { city, state, zipCode, country, street, phone };
}

/** A line of a city's: its digits in the place of each #, as many as there are. */
export const phoneAt = ({ phone }: Place, line: number): string =>
  phone.replace(/#+/, (digits) => String(line).padStart(digits.length, '0').slice(-digits.length));
