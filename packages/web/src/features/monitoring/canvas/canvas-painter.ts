import { type CanvasTheme, canvasTheme, onThemeChange } from './canvas-theme.ts'

export interface CanvasSize {
  width: number
  height: number
}

/** Paints the whole canvas; coordinates are CSS pixels. */
export type Paint = (context: CanvasRenderingContext2D, size: CanvasSize, theme: CanvasTheme) => void

interface Entry {
  canvas: HTMLCanvasElement
  paint: Paint
  size: CanvasSize
  visible: boolean
  dirty: boolean
}

/**
 * One painter for all canvases of the page: one frame loop, one observer of sizes, one of visibility. A canvas is
 * painted when its data, its size or the theme changed, and only while it can be seen; otherwise it waits, marked.
 */
class CanvasPainter {
  #entries = new Map<Element, Entry>()
  #frame = 0
  #sizes: ResizeObserver | undefined
  #visibility: IntersectionObserver | undefined
  #stopTheme: (() => void) | undefined

  add(canvas: HTMLCanvasElement, paint: Paint): () => void {
    if (this.#entries.size === 0) this.#start()
    this.#entries.set(canvas, { canvas, paint, size: { width: 0, height: 0 }, visible: false, dirty: true })
    this.#sizes?.observe(canvas)
    this.#visibility?.observe(canvas)
    return () => this.#remove(canvas)
  }

  /** Replaces what is painted on a canvas. */
  repaint(canvas: HTMLCanvasElement, paint: Paint): void {
    const entry = this.#entries.get(canvas)
    if (!entry) return
    entry.paint = paint
    this.#mark(entry)
  }

  #remove(canvas: HTMLCanvasElement): void {
    this.#entries.delete(canvas)
    this.#sizes?.unobserve(canvas)
    this.#visibility?.unobserve(canvas)
    if (this.#entries.size === 0) this.#stop()
  }

  #start(): void {
    this.#sizes = new ResizeObserver((changes) => {
      for (const { target, contentRect } of changes) {
        const entry = this.#entries.get(target)
        if (!entry) continue
        entry.size = { width: contentRect.width, height: contentRect.height }
        this.#mark(entry)
      }
    })
    this.#visibility = new IntersectionObserver(
      (changes) => {
        for (const { target, isIntersecting } of changes) {
          const entry = this.#entries.get(target)
          if (!entry) continue
          entry.visible = isIntersecting
          if (entry.dirty) this.#mark(entry)
        }
      },
      // Painted a little before it scrolls in, or an empty canvas would flash.
      { rootMargin: '600px 0px' },
    )
    this.#stopTheme = onThemeChange(() => {
      for (const entry of this.#entries.values()) this.#mark(entry)
    })
  }

  #stop(): void {
    cancelAnimationFrame(this.#frame)
    this.#frame = 0
    this.#sizes?.disconnect()
    this.#visibility?.disconnect()
    this.#stopTheme?.()
  }

  #mark(entry: Entry): void {
    entry.dirty = true
    if (entry.visible && this.#frame === 0) this.#frame = requestAnimationFrame(() => this.#paintAll())
  }

  #paintAll(): void {
    this.#frame = 0
    const theme = canvasTheme()
    for (const entry of this.#entries.values()) {
      if (entry.dirty && entry.visible && entry.size.width > 0) paintEntry(entry, theme)
    }
  }
}

function paintEntry(entry: Entry, theme: CanvasTheme): void {
  const { canvas, size, paint } = entry
  const context = canvas.getContext('2d')
  if (!context) return
  const ratio = window.devicePixelRatio || 1
  const [width, height] = [Math.round(size.width * ratio), Math.round(size.height * ratio)]
  // Setting the size, even to the same, throws the pixels away and allocates new ones.
  if (canvas.width !== width) canvas.width = width
  if (canvas.height !== height) canvas.height = height
  context.setTransform(ratio, 0, 0, ratio, 0, 0)
  context.clearRect(0, 0, size.width, size.height)
  paint(context, size, theme)
  entry.dirty = false
}

export const canvasPainter = new CanvasPainter()
