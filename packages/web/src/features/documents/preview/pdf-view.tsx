import { t } from '@packhouse/messages'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { PdfDocument } from '../../../lib/pdf-document.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import type { Region } from './cursor-places.ts'
import './pdf-text.css'

/** The widest a page is drawn, CSS px. */
const WIDEST = 760
const EDGE = 40

interface Paper {
  width: number
  height: number
}

interface DrawnSheet {
  sheet: HTMLElement
  page: number
  /** In points. */
  paper: Paper
  /** CSS pixels of a point. */
  scale: number
}

export interface PdfViewProps {
  pdf: Uint8Array
  /** From 1. */
  page: number
  onPages: (count: number) => void
  /** What is framed on the page. @param paper in points */
  framed: (page: number, paper: Paper) => readonly Region[]
  /** Hears of a click, in points from the top left corner of the page. */
  onPoint: (page: number, point: { x: number; y: number }) => void
  /** Hears of keys while the pages have the focus. */
  onKey: (event: KeyboardEvent) => void
}

/** One page of a PDF, as wide as there is room. What was drawn before stays until the next is ready. */
export function PdfView({ pdf, page, onPages, framed, onPoint, onKey }: PdfViewProps) {
  const place = useRef<HTMLElement>(null)
  const width = useWidth(place)
  const { opened, failure: notOpened } = useOpened(pdf, onPages)
  const { drawn, failure: notDrawn } = useDrawn(opened, page, width, onPoint)
  const failure = notOpened ?? notDrawn
  return (
    <section
      ref={place}
      aria-label={t('documents.pages')}
      className="min-h-0 flex-1 overflow-auto p-5 max-md:p-3"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
      tabIndex={0}
      aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown Enter"
      onKeyDown={({ nativeEvent }) => onKey(nativeEvent)}
    >
      {failure !== undefined && <Alert tone="bad">{t('documents.pdfNotShown', { reason: failure })}</Alert>}
      {drawn === undefined && failure === undefined && <Skeleton className="mx-auto h-160 max-w-130" />}
      <div dir="ltr" className="relative mx-auto w-fit">
        <div ref={(box) => (drawn ? box?.replaceChildren(drawn.sheet) : undefined)} />
        {drawn && framed(drawn.page, drawn.paper).map((region) => <Framed key={region.y} {...region} {...drawn} />)}
      </div>
    </section>
  )
}

/** What the cursor is in, with a line around it. */
function Framed({ x, y, width, height, scale }: Region & { scale: number }) {
  const box = { left: x, top: y, width, height }
  const style = Object.fromEntries(Object.entries(box).map(([name, points]) => [name, `${points * scale}px`]))
  return (
    <div
      data-framed
      aria-hidden="true"
      className="pointer-events-none absolute outline-2 outline-offset-2 outline-kraft"
      style={style}
    />
  )
}

function useWidth(place: React.RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useEffect(() => {
    if (!place.current) return
    const observer = new ResizeObserver(([entry]) => entry && setWidth(Math.floor(entry.contentRect.width)))
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [place])
  return Math.min(width, WIDEST)
}

function useOpened(pdf: Uint8Array, onPages: (count: number) => void) {
  const [opened, setOpened] = useState<PdfDocument>()
  const [failure, setFailure] = useState<string>()
  const told = useRef(onPages)
  useEffect(() => {
    told.current = onPages
  })
  useEffect(() => {
    let isOver = false
    const opening = import('../../../lib/pdf-document.ts').then(({ openPdf }) => openPdf(pdf))
    opening.then(
      (document) => {
        if (isOver) return void document.loadingTask.destroy()
        setFailure(undefined)
        setOpened(document)
        told.current(document.numPages)
      },
      (error: unknown) => !isOver && setFailure(String(error)),
    )
    return () => {
      isOver = true
    }
  }, [pdf])
  // Only when another is drawn in its place: until then its pages are turned.
  useEffect(() => () => void opened?.loadingTask.destroy(), [opened])
  return { opened, failure }
}

function useDrawn(opened: PdfDocument | undefined, page: number, width: number, onPoint: PdfViewProps['onPoint']) {
  const [drawn, setDrawn] = useState<DrawnSheet>()
  const point = useEffectEvent(onPoint)
  const [failure, setFailure] = useState<string>()
  useEffect(() => {
    if (opened === undefined || width < EDGE) return
    let isOver = false
    const number = Math.min(page, opened.numPages)
    drawSheet(opened, number, width, (at) => point(number, at)).then(
      (made) => {
        if (isOver) return
        setFailure(undefined)
        setDrawn(made)
      },
      (error: unknown) => !isOver && setFailure(String(error)),
    )
    return () => {
      isOver = true
    }
  }, [opened, page, width])
  return { drawn, failure }
}

async function drawSheet(
  opened: PdfDocument,
  page: number,
  width: number,
  onPoint: (point: { x: number; y: number }) => void,
): Promise<DrawnSheet> {
  const { drawPage } = await import('../../../lib/pdf-document.ts')
  const { canvas, text, paper } = await drawPage(opened, page, width)
  const sheet = document.createElement('article')
  // A page is laid out from the left, whatever is written on it and around it.
  sheet.dir = 'ltr'
  sheet.className = 'relative mx-auto w-fit bg-white shadow-float'
  canvas.setAttribute('aria-hidden', 'true')
  canvas.className = 'block'
  sheet.append(canvas, text)
  const scale = width / paper.width
  sheet.addEventListener('click', ({ clientX, clientY }) => {
    // Whoever marks text wants to copy it.
    if (getSelection()?.isCollapsed === false) return
    const { left, top } = sheet.getBoundingClientRect()
    onPoint({ x: (clientX - left) / scale, y: (clientY - top) / scale })
  })
  return { sheet, page, paper, scale }
}
