import { code128 } from '#print/codes/code128';

const QUIET = 10;
const HEIGHT = 40;

/** Code 128 as SVG, sharp at any print size, with the text below it. */
export function Barcode({ text, label }: { text: string; label: string }) {
  const widths = code128(text);
  const bars = widths.reduce<{ x: number; width: number }[]>((all, width) => {
    const last = all.at(-1);
    return [...all, { x: last ? last.x + last.width : QUIET, width }];
  }, []);
  const total = widths.reduce((sum, width) => sum + width, 2 * QUIET);
  return (
    <svg className="s-barcode" viewBox={`0 0 ${total} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={label}>
      <rect width={total} height={HEIGHT} fill="#fff" />
      {bars
        .filter((_, i) => i % 2 === 0)
        .map(({ x, width }) => (
          <rect key={x} x={x} width={width} height={HEIGHT} fill="#000" />
        ))}
    </svg>
  );
}
