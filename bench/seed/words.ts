/**
 * What names are made of, in nine scripts. A place is a head and a tail; an account is a place and a kind. First names
 * are those of the demo cast as each script writes them; family names are places.
 */

export type Script = {
  /** Share of all names; the shares add up to 1. */
  share: number;
  /** A language of the console that its people use. */
  locale: string;
  heads: readonly string[];
  tails: readonly string[];
  kinds: readonly string[];
  /** What stands between place and kind, and which comes first. */
  between: string;
  kindFirst?: boolean;
  firstNames: readonly string[];
};

const split = (text: string): string[] => text.split(/\s+/);
/** `_` stands for a space within one kind. */
const kinds = (text: string): string[] => split(text).map((kind) => kind.replaceAll('_', ' '));

const PLAIN_HEADS = split(
  `Alder Nord Oster Bexley Cor Dun Elm Farrow Glen Harrow Ivel Jor Kel Lark Mar Norden Os Pen Quill Raven Sel Thorn Um
  Vel Wes Yar`,
);
const PLAIN_TAILS = split(
  'moor mark by haven ridge field worth stead ford wick mere combe dale hurst ley minster gate port shaw ton',
);
const ACCENTED_HEADS = split('Grün Ström Çeş Øster Łód Žel Ñan Père Ågård Škof Büren Fjäll Château Évre Mün Köping');
const ACCENTED_TAILS = split('wald borg köy høj źno ník dú fontaine sund ská brücke näs vallée ières ster göta');

export const SCRIPTS: readonly Script[] = [
  {
    share: 0.46,
    locale: 'en_US',
    heads: PLAIN_HEADS,
    tails: PLAIN_TAILS,
    between: ' ',
    kinds: kinds(
      `Savings_Bank District_Court Insurance Health_Authority Logistics Tax_Office University Energy Rail Water_Board
      Telecom Notaries Chamber_of_Commerce Pension_Fund Port_Authority Land_Registry`,
    ),
    firstNames: split('Ada Ben Bea Cleo Carl Dora Emil'),
  },
  {
    share: 0.2,
    locale: 'de_DE',
    heads: ACCENTED_HEADS,
    tails: ACCENTED_TAILS,
    between: ' ',
    kinds: kinds(
      `Sparkasse Landesbank Société_Générale Assurances Universität Préfecture Kommune Región
      Żegluga Děkanát Værft Stadtwerke`,
    ),
    firstNames: split('Ada Ben Béa Cléo Carl Dóra Émil'),
  },
  {
    share: 0.08,
    locale: 'en_US',
    heads: split('Нов Бел Крас Верх Остер Кам Сев Лис'),
    tails: split('город озёрск ногорск мор ский_Порт бор'),
    between: ' ',
    kinds: kinds('Банк Страхование Университет Энергосбыт Связь Налоговая_служба'),
    firstNames: split('Ада Бен Беа Клео Карл Дора Эмиль'),
  },
  {
    share: 0.04,
    locale: 'en_US',
    heads: split('Αλεξ Θεσσ Καλ Νεα Πατρ Σερ'),
    tails: split('ανδρία αλία αμάτα πολη ινα ρες'),
    between: ' ',
    kinds: kinds('Τράπεζα Ασφαλιστική Πανεπιστήμιο Λιμάνι Ενέργεια'),
    firstNames: split('Άντα Μπεν Μπέα Κλειώ Καρλ Δώρα Εμίλ'),
  },
  {
    share: 0.09,
    locale: 'ja_JP',
    heads: split('東 西 北 南 中央 新 富士 桜'),
    tails: split('山 川 島 浜 野 橋 田 港'),
    between: '',
    kinds: kinds('銀行株式会社 電子署名株式会社 保険相互会社 大学 市役所 鉄道 通信'),
    firstNames: split('アダ ベン ベア クレオ カール ドラ エミル'),
  },
  {
    share: 0.05,
    locale: 'en_US',
    heads: split('华 长 广 海 江 云 青'),
    tails: split('安 东 宁 州 海 山 南'),
    between: '',
    kinds: kinds('银行 证券有限公司 保险集团 大学 电力公司 税务局'),
    firstNames: split('阿达 本 贝娅 克莱奥 卡尔 朵拉 埃米尔'),
  },
  {
    share: 0.03,
    locale: 'en_US',
    heads: split('한 남 동 서 새 청'),
    tails: split('강 산 주 원 도 천'),
    between: ' ',
    kinds: kinds('은행 보험 대학교 전력 통신 법원'),
    firstNames: split('에이다 벤 베아 클레오 칼 도라 에밀'),
  },
  {
    share: 0.03,
    locale: 'en_US',
    heads: split('الشمال الجنوب الساحل الوادي المنارة'),
    tails: split('الجديدة الكبرى الخضراء القديمة'),
    between: ' ',
    kindFirst: true,
    kinds: kinds('مصرف تأمين جامعة بلدية ميناء'),
    firstNames: split('آدا بن بيا كليو كارل دورا إميل'),
  },
  {
    share: 0.02,
    locale: 'en_US',
    heads: split('उत्तर दक्षिण नव सागर वन'),
    tails: split('पुर नगर गढ़ ग्राम'),
    between: ' ',
    kinds: kinds('बैंक बीमा विश्वविद्यालय रेल नगरपालिका'),
    firstNames: split('एडा बेन बिया क्लियो कार्ल डोरा एमिल'),
  },
];

export const PLAIN: Script =
  SCRIPTS[0] ??
  ((): never => {
    throw new Error('There is no script.');
  })();
