import { HATCH_STEP } from '../../../ui/hatch.ts'
import type { CanvasTheme } from './canvas-theme.ts'

export interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** Fills a box with slanted lines: nothing is known here. */
export function paintHatch(context: CanvasRenderingContext2D, box: Box, theme: CanvasTheme): void {
  if (box.width <= 0) return
  context.save()
  context.beginPath()
  context.rect(box.x, box.y, box.width, box.height)
  context.clip()
  context.beginPath()
  // The lines stand on a grid of the whole canvas, so neighbouring boxes match and a moving edge does not shimmer.
  const step = HATCH_STEP * Math.SQRT2
  const first = Math.floor((box.x - box.height) / step) * step
  for (let x = first; x < box.x + box.width + box.height; x += step) {
    context.moveTo(x, box.y + box.height)
    context.lineTo(x + box.height, box.y)
  }
  context.strokeStyle = theme.line2
  context.lineWidth = 1
  context.stroke()
  context.restore()
}
