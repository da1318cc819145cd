import { getDocument, type PDFDocumentProxy, PDFWorker, TextLayer } from 'pdfjs-dist'
import workerAddress from 'pdfjs-dist/build/pdf.worker.min.mjs?url'

export type PdfDocument = PDFDocumentProxy

declare const trustedTypes:
  | {
      createPolicy: (
        name: string,
        rules: { createScriptURL: () => string },
      ) => { createScriptURL: (url: string) => URL }
    }
  | undefined

/** The page takes addresses of scripts only from a policy: this one knows a single address, a file of our own. */
const address =
  typeof trustedTypes === 'undefined'
    ? workerAddress
    : trustedTypes.createPolicy('pdf-worker', { createScriptURL: () => workerAddress }).createScriptURL('')

/** One for all documents: it stays when one of them is closed. */
const worker = PDFWorker.create({ port: new Worker(address, { type: 'module' }) })

/** Opens a PDF. Whoever opens one ends it by `destroy` of its loading task. */
export function openPdf(bytes: Uint8Array): Promise<PdfDocument> {
  // The bytes move to the worker, and are shown again after a page was turned. WebAssembly is not admitted by the content security policy.
  return getDocument({ data: bytes.slice(), worker, useWasm: false, useSystemFonts: false }).promise
}

export interface DrawnPage {
  canvas: HTMLCanvasElement
  text: HTMLElement
  /** In points. */
  paper: { width: number; height: number }
}

/**
 * Draws a page with a layer of its text above, which can be selected and is read by screen readers.
 * @param width in CSS pixels
 */
export async function drawPage(pdf: PdfDocument, number: number, width: number): Promise<DrawnPage> {
  const page = await pdf.getPage(number)
  const { width: wide, height } = page.getViewport({ scale: 1 })
  const scale = width / wide
  const viewport = page.getViewport({ scale })
  const density = Math.max(1, devicePixelRatio)
  const canvas = document.createElement('canvas')
  canvas.width = Math.floor(viewport.width * density)
  canvas.height = Math.floor(viewport.height * density)
  canvas.style.width = `${viewport.width}px`
  canvas.style.height = `${viewport.height}px`
  const transform = [density, 0, 0, density, 0, 0]
  await page.render({ canvas, viewport, transform }).promise
  const text = document.createElement('div')
  text.className = 'pdf-text'
  // It is in the language of the template.
  text.translate = false
  text.style.setProperty('--total-scale-factor', String(scale))
  await new TextLayer({ textContentSource: page.streamTextContent(), container: text, viewport }).render()
  return { canvas, text, paper: { width: wide, height } }
}

/** Draws a page as a picture. @param width in pixels of the picture */
export async function drawPicture(pdf: PdfDocument, number: number, width: number): Promise<HTMLCanvasElement> {
  const page = await pdf.getPage(number)
  const viewport = page.getViewport({ scale: width / page.getViewport({ scale: 1 }).width })
  const canvas = document.createElement('canvas')
  canvas.width = Math.floor(viewport.width)
  canvas.height = Math.floor(viewport.height)
  await page.render({ canvas, viewport }).promise
  return canvas
}
