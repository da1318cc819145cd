import { t } from '@packhouse/messages'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import type { PdfDocument } from '../../../../lib/pdf-document.ts'
import { usePictureAddress } from '../../../../lib/use-picture-address.ts'
import { Alert } from '../../../../ui/alert.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { type Drawing, type DrawingFile, fileRequest, kindOf, readFile } from './use-drawing.ts'

/** Pages of a PDF are drawn as wide as this, so that they are sharp where the screen is wide or dense. */
const PAGE_WIDTH = 1_800

interface DrawingPictureProps {
  /** Machine ID. */
  id: string
  drawing: Drawing
  file: DrawingFile
  /** From 1. */
  page: number
  onPage: (page: number) => void
  /** What is on the picture, in places by percent. */
  children: ReactNode
}

/** A drawing as a picture, or a page of a PDF as one, with marks on it. */
export function DrawingPicture(props: DrawingPictureProps) {
  const kind = kindOf(props.file)
  if (kind === 'picture') return <Picture {...props} />
  if (kind === 'pdf') return <PdfPage {...props} />
  return <p className="text-13 text-text-2">{t('service.drawingIsFile')}</p>
}

function Picture({ id, drawing, file, children }: DrawingPictureProps) {
  const request = fileRequest(id, drawing, file)
  const { address, error } = usePictureAddress({ queryKey: ['machines', 'drawing', file.id], request })
  if (error !== null) return <NotShown reason={error.message} />
  if (address === undefined) return <Skeleton className="h-64" />
  return (
    <Sheet>
      <img
        src={address}
        alt={t('service.drawingOf', { title: drawing.title })}
        draggable={false}
        className="block w-full"
      />
      {children}
    </Sheet>
  )
}

function PdfPage({ id, drawing, file, page, onPage, children }: DrawingPictureProps) {
  const bytes = useQuery({
    queryKey: ['machines', 'drawing', file.id],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => readFile(fileRequest(id, drawing, file), signal),
  })
  const { pdf, failure: notOpened } = useOpenPdf(bytes.data)
  const { canvas, failure: notDrawn } = usePage(pdf, page)
  const reason = bytes.error?.message ?? notOpened ?? notDrawn
  if (reason !== undefined) return <NotShown reason={reason} />
  if (pdf === undefined || canvas === undefined) return <Skeleton className="h-64" />
  const count = pdf.numPages
  return (
    <>
      {count > 1 && (
        <div className="flex flex-wrap items-center gap-2">
          <Button size="dense" disabled={page <= 1} onClick={() => onPage(page - 1)}>
            {t('service.previousPage')}
          </Button>
          <span role="status" className="text-13 tabular-nums">
            {t('service.pageOfDrawing', { page, count })}
          </span>
          <Button size="dense" disabled={page >= count} onClick={() => onPage(page + 1)}>
            {t('service.nextPage')}
          </Button>
        </div>
      )}
      <Sheet>
        <div
          role="img"
          aria-label={t('service.drawingOf', { title: drawing.title })}
          ref={(box) => box?.replaceChildren(canvas)}
        />
        {children}
      </Sheet>
    </>
  )
}

/** A drawing is laid out from the left, whatever is written around it, and is on white paper. */
function Sheet({ children }: { children: ReactNode }) {
  return (
    <div dir="ltr" className="relative border border-line bg-white select-none">
      {children}
    </div>
  )
}

function NotShown({ reason }: { reason: string }) {
  return (
    <Alert tone="bad" className="text-13">
      {t('service.drawingNotShown', { reason })}
    </Alert>
  )
}

function useOpenPdf(file: Blob | undefined) {
  const [pdf, setPdf] = useState<PdfDocument>()
  const [failure, setFailure] = useState<string>()
  useEffect(() => {
    if (file === undefined) return
    let isOver = false
    const open = async () => {
      const { openPdf } = await import('../../../../lib/pdf-document.ts')
      return await openPdf(new Uint8Array(await file.arrayBuffer()))
    }
    open().then(
      (opened) => (isOver ? void opened.loadingTask.destroy() : setPdf(opened)),
      (error: unknown) => !isOver && setFailure(String(error)),
    )
    return () => {
      isOver = true
    }
  }, [file])
  useEffect(() => () => void pdf?.loadingTask.destroy(), [pdf])
  return { pdf, failure }
}

/** The page that was shown before stays until the next is drawn. */
function usePage(pdf: PdfDocument | undefined, page: number) {
  const [canvas, setCanvas] = useState<HTMLCanvasElement>()
  const [failure, setFailure] = useState<string>()
  useEffect(() => {
    if (pdf === undefined) return
    let isOver = false
    const draw = async () => {
      const { drawPicture } = await import('../../../../lib/pdf-document.ts')
      return await drawPicture(pdf, Math.min(page, pdf.numPages), PAGE_WIDTH)
    }
    draw().then(
      (drawn) => {
        if (isOver) return
        drawn.className = 'block h-auto w-full'
        setCanvas(drawn)
      },
      (error: unknown) => !isOver && setFailure(String(error)),
    )
    return () => {
      isOver = true
    }
  }, [pdf, page])
  return { canvas, failure }
}
