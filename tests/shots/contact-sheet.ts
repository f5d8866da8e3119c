export type Shot = { screen: string; variant: string; file: string; findings: string[] };

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const STYLE = `body { font: 14px system-ui; margin: 24px; background: #eee; color: #222 }
h2 { margin: 32px 0 8px } .row { display: flex; flex-wrap: wrap; gap: 12px } figure { margin: 0; width: 320px }
img { width: 100%; border: 1px solid #999 } .bad { color: #a00 }`;

/** One page with all pictures, one row a screen. */
export function contactSheet(shots: readonly Shot[]): string {
  const names = [...new Set(shots.map(({ screen }) => screen))];
  const rows = names.map((screen) => {
    const own = shots.filter((shot) => shot.screen === screen);
    const figures = own.map(({ variant, file, findings }) => {
      const remarks = findings.map((finding) => `<div class="bad">${escaped(finding)}</div>`).join('');
      return `<figure><a href="${file}"><img src="${file}" loading="lazy" alt=""></a><figcaption>${variant}${remarks}</figcaption></figure>`;
    });
    return `<h2>${screen}</h2><div class="row">${figures.join('')}</div>`;
  });
  return `<!doctype html><meta charset="utf-8"><title>Kontor: every screen</title><style>${STYLE}</style>${rows.join('\n')}`;
}
