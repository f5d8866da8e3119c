export const TOOLS = ['frame', 'arrow', 'pen', 'black'] as const;
export type Tool = (typeof TOOLS)[number];
/** In pixels of the picture. */
export type Point = { x: number; y: number };
/** A frame, an arrow and a black box have two points. A pen line has all its points. */
export type Mark = { tool: Tool; points: readonly Point[] };

const COLOR = '#e5001f';
const WIDTH = 4;
const HEAD = 18;

export const withPoint = (mark: Mark, point: Point): Mark => {
  const [first = point] = mark.points;
  return { ...mark, points: mark.tool === 'pen' ? [...mark.points, point] : [first, point] };
};

function drawArrow(context: CanvasRenderingContext2D, from: Point, to: Point): void {
  const angle = Math.atan2(to.y - from.y, to.x - from.x);
  context.moveTo(from.x, from.y);
  context.lineTo(to.x, to.y);
  for (const turn of [Math.PI - 0.5, Math.PI + 0.5]) {
    context.moveTo(to.x, to.y);
    context.lineTo(to.x + HEAD * Math.cos(angle + turn), to.y + HEAD * Math.sin(angle + turn));
  }
}

function drawMark(context: CanvasRenderingContext2D, { tool, points }: Mark): void {
  const [from, to = from] = [points[0], points.at(-1)];
  if (!from || !to) return;
  const box = [Math.min(from.x, to.x), Math.min(from.y, to.y), Math.abs(to.x - from.x), Math.abs(to.y - from.y)] as const;
  if (tool === 'black') {
    context.fillStyle = '#000';
    context.fillRect(...box);
    return;
  }
  context.strokeStyle = COLOR;
  context.lineWidth = WIDTH;
  context.lineJoin = 'round';
  context.lineCap = 'round';
  context.beginPath();
  if (tool === 'frame') context.rect(...box);
  else if (tool === 'arrow') drawArrow(context, from, to);
  else for (const { x, y } of points) context.lineTo(x, y);
  context.stroke();
}

/** Draws the picture with its marks into a canvas of the same size. The picture below a black box is not included. */
export function drawMarked(target: HTMLCanvasElement, picture: HTMLCanvasElement, marks: readonly Mark[]): void {
  const context = target.getContext('2d');
  if (!context) return;
  context.drawImage(picture, 0, 0);
  for (const mark of marks) drawMark(context, mark);
}

export function drawCross(target: HTMLCanvasElement, { x, y }: Point): void {
  const context = target.getContext('2d');
  if (!context) return;
  for (const [color, width] of [
    ['#fff', 4],
    ['#000', 2],
  ] as const) {
    context.strokeStyle = color;
    context.lineWidth = width;
    context.beginPath();
    context.moveTo(x - 16, y);
    context.lineTo(x + 16, y);
    context.moveTo(x, y - 16);
    context.lineTo(x, y + 16);
    context.stroke();
  }
}

/** The marked picture as a file. @throws Error if the browser cannot encode it */
export function markedFile(picture: HTMLCanvasElement, marks: readonly Mark[]): Promise<File> {
  const target = document.createElement('canvas');
  target.width = picture.width;
  target.height = picture.height;
  drawMarked(target, picture, marks);
  return new Promise((resolve, reject) => {
    target.toBlob((blob) => {
      if (blob) resolve(new File([blob], 'screen.png', { type: 'image/png' }));
      else reject(new Error('the picture could not be encoded'));
    }, 'image/png');
  });
}
