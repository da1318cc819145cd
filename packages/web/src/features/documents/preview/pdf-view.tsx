import { t } from '@packhouse/messages'
import { useEffect, useRef, useState } from 'react'
import { Alert } from '../../../ui/alert.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import type { PdfDocument } from './pdf-document.ts'
import './pdf-text.css'

/** The widest a page is drawn, CSS px. */
const WIDEST = 760
const EDGE = 40

export interface PdfViewProps {
  pdf: Uint8Array
  /** From 1. */
  page: number
  onPages: (count: number) => void
}

/** One page of a PDF, as wide as there is room. What was drawn before stays until the next is ready. */
export function PdfView({ pdf, page, onPages }: PdfViewProps) {
  const place = useRef<HTMLElement>(null)
  const width = useWidth(place)
  const { opened, failure: notOpened } = useOpened(pdf, onPages)
  const { sheet, failure: notDrawn } = useDrawn(opened, page, width)
  const failure = notOpened ?? notDrawn
  return (
    <section
      ref={place}
      aria-label={t('documents.pages')}
      className="min-h-0 flex-1 overflow-auto p-5 max-md:p-3"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
      tabIndex={0}
    >
      {failure !== undefined && <Alert tone="bad">{t('documents.pdfNotShown', { reason: failure })}</Alert>}
      {sheet === undefined && failure === undefined && <Skeleton className="mx-auto h-160 max-w-130" />}
      <div ref={(box) => (sheet ? box?.replaceChildren(sheet) : undefined)} />
    </section>
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
    const opening = import('./pdf-document.ts').then(({ openPdf }) => openPdf(pdf))
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

function useDrawn(opened: PdfDocument | undefined, page: number, width: number) {
  const [sheet, setSheet] = useState<HTMLElement>()
  const [failure, setFailure] = useState<string>()
  useEffect(() => {
    if (opened === undefined || width < EDGE) return
    let isOver = false
    drawSheet(opened, Math.min(page, opened.numPages), width).then(
      (drawn) => {
        if (isOver) return
        setFailure(undefined)
        setSheet(drawn)
      },
      (error: unknown) => !isOver && setFailure(String(error)),
    )
    return () => {
      isOver = true
    }
  }, [opened, page, width])
  return { sheet, failure }
}

async function drawSheet(opened: PdfDocument, page: number, width: number): Promise<HTMLElement> {
  const { drawPage } = await import('./pdf-document.ts')
  const { canvas, text } = await drawPage(opened, page, width)
  const sheet = document.createElement('article')
  // A page is laid out from the left, whatever is written on it and around it.
  sheet.dir = 'ltr'
  sheet.className = 'relative mx-auto w-fit bg-white shadow-float'
  canvas.setAttribute('aria-hidden', 'true')
  canvas.className = 'block'
  sheet.append(canvas, text)
  return sheet
}
