/** Sizes of paper and labels in mm, width before height. Names in inches follow the trade names of rolls. */
export const PAPERS: Readonly<Record<string, { width: number; height: number }>> = {
  A4: { width: 210, height: 297 },
  A5: { width: 148, height: 210 },
  A6: { width: 105, height: 148 },
  '100 × 150 mm': { width: 100, height: 150 },
  '4 × 6 in': { width: 101.6, height: 152.4 },
  '100 × 100 mm': { width: 100, height: 100 },
  '100 × 50 mm': { width: 100, height: 50 },
  '4 × 2 in': { width: 101.6, height: 50.8 },
  '70 × 37 mm': { width: 70, height: 37 },
  '60 × 30 mm': { width: 60, height: 30 },
  '50 × 25 mm': { width: 50, height: 25 },
  '50 × 20 mm': { width: 50, height: 20 },
  '38 × 21 mm': { width: 38, height: 21 },
};
export const FREE = 'free';

export const paperName = ({ width, height }: { width: number; height: number }): string =>
  Object.entries(PAPERS).find(([, paper]) => paper.width === width && paper.height === height)?.[0] ?? FREE;
