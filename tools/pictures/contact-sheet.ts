/** The contact sheet: every screen with its pictures side by side. */
export type Sheet = { name: string; route: string; who: string; pictures: { file: string; label: string }[] };

const escape = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

const figure = (screen: string, { file, label }: Sheet['pictures'][number]): string =>
  `<figure>
  <a href="${escape(file)}"><img src="${escape(file)}" alt="${escape(`${screen}, ${label}`)}" loading="lazy"></a>
  <figcaption>${escape(label)}</figcaption></figure>`;

/** One HTML page that needs nothing but the pictures beside it. */
export function contactSheet(sheets: readonly Sheet[], takenAt: string): string {
  const sections = sheets
    .map(
      ({ name, route, who, pictures }) => `
  <section id="${escape(name)}">
    <h2>${escape(name)} <small><code>${escape(route)}</code> ${escape(who)}</small></h2>
    <div>${pictures.map((picture) => figure(name, picture)).join('')}</div>
  </section>`,
    )
    .join('');
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Signet, every screen</title>
<style>
  body { margin: 24px 32px; background: #eef1f3; color: #111d22; font: 14px/22px system-ui, sans-serif; }
  h1 { font-size: 20px; } h2 { font-size: 15px; margin: 0 0 8px; }
  small { font-weight: 400; color: #5f6c72; margin-left: 8px; }
  nav { columns: 4 200px; } section { margin-top: 40px; }
  section > div { display: flex; gap: 16px; align-items: flex-start; overflow-x: auto; padding-bottom: 8px; }
  figure { margin: 0; flex: none; } img { display: block; height: 420px; border: 1px solid #c9d1d5; background: #fff; }
  figcaption { font-size: 12px; color: #5f6c72; }
</style>
<h1>Every screen of the console</h1>
<p>${sheets.length} screens at ${escape(takenAt)}, light and dark, wide and narrow. A picture opens in full size.</p>
<nav>${sheets.map(({ name }) => `<a href="#${escape(name)}">${escape(name)}</a><br>`).join('')}</nav>${sections}
</html>
`;
}
