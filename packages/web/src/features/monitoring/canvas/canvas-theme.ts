/** What canvases paint with, read from the CSS variables of the present theme. */
export interface CanvasTheme {
  surface: string
  text2: string
  text3: string
  line2: string
  grid: string
  series: string
  series2: string
  seriesFill: string
  seriesFill2: string
  bad: string
  unk: string
  font: string
}

let current: CanvasTheme | undefined
const listeners = new Set<() => void>()

/** The present theme. Read once per theme: asking the browser for styles per canvas would cost a layout each. */
export function canvasTheme(): CanvasTheme {
  current ??= readTheme(getComputedStyle(document.documentElement))
  return current
}

function readTheme(style: CSSStyleDeclaration): CanvasTheme {
  const read = (name: string) => style.getPropertyValue(name).trim()
  return {
    surface: read('--surface'),
    text2: read('--text-2'),
    text3: read('--text-3'),
    line2: read('--line-2'),
    grid: read('--grid'),
    series: read('--series-1'),
    series2: read('--series-2'),
    seriesFill: read('--series-fill'),
    seriesFill2: read('--series-fill-2'),
    bad: read('--bad'),
    unk: read('--unk'),
    font: read('--font-sans') || 'system-ui, sans-serif',
  }
}

/** Calls `listener` when colours or fonts may have changed; the answer ends it. */
export function onThemeChange(listener: () => void): () => void {
  if (listeners.size === 0) startWatching()
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) stopWatching()
  }
}

function forget(): void {
  current = undefined
  for (const listener of listeners) listener()
}

const rootWatcher = typeof MutationObserver === 'undefined' ? undefined : new MutationObserver(forget)
let systemTheme: MediaQueryList | undefined

function startWatching(): void {
  current = undefined
  rootWatcher?.observe(document.documentElement, { attributeFilter: ['class', 'data-theme', 'style'] })
  systemTheme = matchMedia('(prefers-color-scheme: dark)')
  systemTheme.addEventListener('change', forget)
  // Text painted before the web font has arrived is in another font.
  document.fonts.addEventListener('loadingdone', forget)
}

function stopWatching(): void {
  rootWatcher?.disconnect()
  systemTheme?.removeEventListener('change', forget)
  document.fonts.removeEventListener('loadingdone', forget)
}
