import { SIGNATURE_HEIGHT, SIGNATURE_WIDTH, type SignatureDrawing } from '@packhouse/contract'

type Point = SignatureDrawing[number][number]

/** What the server takes of one signature. */
const MOST_STROKES = 200
const MOST_POINTS = 5_000
/** Points that are closer to each other say nothing new. */
const LEAST_STEP = 3

/** Where a pointer is in the field, in its units. @param box of the field on the screen */
export function pointAt(
  { clientX, clientY }: { clientX: number; clientY: number },
  box: Pick<DOMRect, 'left' | 'top' | 'width' | 'height'>,
): Point {
  const within = (share: number, most: number) => Math.round(Math.min(1, Math.max(0, share)) * most)
  return [
    within((clientX - box.left) / box.width, SIGNATURE_WIDTH),
    within((clientY - box.top) / box.height, SIGNATURE_HEIGHT),
  ]
}

/** Begins a stroke, unless there are as many as there may be. */
export function withStroke(drawing: SignatureDrawing, point: Point): SignatureDrawing {
  return drawing.length < MOST_STROKES && hasRoom(drawing) ? [...drawing, [point]] : drawing
}

/** Goes on with the last stroke. */
export function withPoint(drawing: SignatureDrawing, point: Point): SignatureDrawing {
  const stroke = drawing.at(-1)
  const last = stroke?.at(-1)
  if (stroke === undefined || last === undefined || !hasRoom(drawing)) return drawing
  if (Math.hypot(point[0] - last[0], point[1] - last[1]) < LEAST_STEP) return drawing
  return [...drawing.slice(0, -1), [...stroke, point]]
}

/** The path of an SVG. */
export function pathOf(drawing: SignatureDrawing): string {
  return drawing.map((stroke) => `M${stroke.map((point) => point.join(' ')).join('L')}`).join('')
}

function hasRoom(drawing: SignatureDrawing): boolean {
  return drawing.reduce((sum, { length }) => sum + length, 0) < MOST_POINTS
}
